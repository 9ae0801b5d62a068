"""The four layers of one episode, wired: what a frame goes through on its way out and back."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np

from harness.core.action import Action
from harness.core.geometry import Box
from harness.core.protocols import (
    Finding,
    Observation,
    PrivacySession,
    Resolution,
)
from harness.core.raw import RawFrame
from harness.core.safe import SafeFrame, elements
from harness.core.timing import Stopwatch
from harness.engine.ner.timed import TimedNer
from harness.errors import AnonymizationError, HarnessError
from harness.privacy.egress import EgressGuard
from harness.privacy.gatekeeper import Gatekeeper
from harness.privacy.placeholder import Scheme
from harness.privacy.protocols import Detector
from harness.privacy.proxy import Output, Proxy
from harness.privacy.screen import Screen, frame_size
from harness.privacy.transformer.pictures import PictureMask
from harness.privacy.transformer.reader import FrameReader
from harness.privacy.transformer.spans import disjoint, replaced
from harness.privacy.transformer.transformer import Transformed, Transformer
from harness.privacy.transformer.tree import bare_tree, known_hits
from harness.privacy.vault import SessionVault
from harness.privacy.whitelist import anonymize_instruction

_log = logging.getLogger(__name__)


class AnonymizationPipeline:
    """A variant: which detector, OCR, placeholder scheme and policies are composed.

    The raw baseline is the same class with a detector that finds nothing.
    """

    def __init__(
        self,
        *,
        name: str,
        detector: Detector,
        reader: FrameReader,
        placeholder: Scheme,
        transformer: Transformer,
        gatekeeper: Callable[..., Gatekeeper],
        pictures: PictureMask | None = None,
        ner: TimedNer | None = None,
        strict: bool = True,
        output: Output = "resolve",
        max_screens: int | None = None,
    ) -> None:
        """Compose a variant.

        Args:
            name: Name in tables.
            detector: Layer 1.
            reader: Reads what the tree doesn't say.
            pictures: Hides pictures that tell who somebody is; None hides none.
            placeholder: What values turn into.
            transformer: Layer 2.
            gatekeeper: Layer 4, made anew for every episode.
            ner: The model inside the detector, whose time is told apart.
            strict: Refuse to type unknown placeholders.
            output: What the user's message does with placeholders: ``resolve``, ``describe`` or
                ``redact``.
            max_screens: Forget entities not seen in that many screens; None keeps all.
        """
        self.name = name
        self._detector = detector
        self._reader = reader
        self._pictures = pictures
        self._scheme = placeholder
        self._transformer = transformer
        self._gatekeeper = gatekeeper
        self._ner = ner
        self._strict = strict
        self._output = output
        self._max_screens = max_screens

    @property
    def anonymizes(self) -> bool:
        """Whether anything is hidden at all; what the raw baseline sends is private."""
        return self._detector.name != "none"

    def open(self, instruction: str, *, region: str, key: bytes) -> PrivacySession:
        """Start an episode with an empty vault.

        Raises:
            AnonymizationError: A part failed on the instruction.
        """
        vault = SessionVault(self._scheme, region, key, max_screens=self._max_screens)
        try:
            safe, findings = anonymize_instruction(instruction, self._detector, vault)
        except HarnessError:
            raise
        # As for frames: the message of an unforeseen error may hold what must not be told.
        except Exception as error:
            raise AnonymizationError(
                f"the pipeline failed on the instruction with {type(error).__name__}"
            ) from None
        if self._ner is not None:
            self._ner.take_ms()  # The instruction's share is no frame's.
        # The gatekeeper takes constants from the anonymized text: from the raw one, an agent could
        # have its guesses at hidden words confirmed.
        gatekeeper = self._gatekeeper(vault=vault, instruction=safe)
        return Session(
            safe,
            findings,
            detector=self._detector,
            reader=self._reader,
            pictures=self._pictures,
            vault=vault,
            transformer=self._transformer,
            ner=self._ner,
            proxy=Proxy(vault, gatekeeper, strict=self._strict, output=self._output),
        )

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return {**self._detector.identity(), **self._reader.identity()}


class Session:
    """One episode's privacy layers."""

    def __init__(
        self,
        instruction: str,
        instruction_findings: tuple[Finding, ...],
        *,
        detector: Detector,
        reader: FrameReader,
        pictures: PictureMask | None,
        vault: SessionVault,
        transformer: Transformer,
        ner: TimedNer | None,
        proxy: Proxy,
    ) -> None:
        """Put the layers around one vault, which knows the instruction's entities already."""
        self.instruction = instruction
        self.instruction_findings = instruction_findings
        self._detector = detector
        self._reader = reader
        self._pictures = pictures
        self._vault = vault
        self._transformer = transformer
        self._ner = ner
        self._proxy = proxy
        self._egress = EgressGuard(vault)

    def observe(self, frame: RawFrame) -> Observation:
        """Anonymize a frame; if a part fails, the whole frame is masked."""
        try:
            return self._observe(frame)
        # Whatever went wrong, raw pixels and texts must not leave: the one place for a broad net.
        except Exception as error:
            cause = type(error).__name__
            _log.warning("frame masked: the pipeline failed with %s", cause)
            return Observation(_masked(frame, cause))

    def _observe(self, frame: RawFrame) -> Observation:
        if frame.tree is None and self._reader.name == "none" and self._detector.name != "none":
            return Observation(_masked(frame, "nothing reads the screenshot without OCR"))
        watch = Stopwatch()
        hidden: tuple[Box, ...] = ()
        if self._pictures is not None:
            with watch("pictures"):
                frame, hidden = self._pictures.hide(frame)
        with watch("ocr"):
            lines = self._reader.read(frame)
        with watch("transform"):
            unexplained = self._transformer.unexplained(frame, lines)
        with watch("detect"):
            screen = Screen.of_frame(frame, unexplained)
            detections = self._detector.detect(screen)
        with watch("transform"):
            result = self._transformer.transform(frame, screen, detections, lines, self._vault)
            self._resweep()
            safe = self._safe_frame(frame, result)
        self._vault.tick_screen()
        unprocessed = (*hidden, *result.unprocessed)
        return Observation(safe, result.findings, unprocessed, self._ms(watch))

    def _ms(self, watch: Stopwatch) -> dict[str, float]:
        ms = watch.take()
        if self._ner is not None:
            ms["ner"] = self._ner.take_ms()
            ms["detect"] -= ms["ner"]
        return ms

    def _resweep(self) -> None:
        """Hide in the instruction, too, what only the screen has shown to be personal."""
        hits = disjoint(known_hits(self.instruction, self._vault), self.instruction)
        self.instruction = replaced(self.instruction, hits)

    def _safe_frame(self, frame: RawFrame, result: Transformed) -> SafeFrame:
        size = frame_size(frame)
        shown = (*self.instruction_findings, *result.findings)
        return SafeFrame(
            elements=() if result.tree is None else elements(result.tree, size),
            tree=result.tree,
            image=result.image,
            size=size,
            notes=tuple(self._vault.links([f.placeholder for f in shown])),
            app=frame.app,
            task=self.instruction,
            masked=result.masked,
        )

    def resolve(self, action: Action, frame: SafeFrame) -> Resolution:
        """Layer 3, and layer 4 for questions."""
        return self._proxy.resolve(action, frame)

    def check_egress(self, body: str | bytes) -> None:
        """Refuse an outbound body that holds a value of the vault."""
        self._egress.check(body)


def _masked(frame: RawFrame, cause: str) -> SafeFrame:
    """A frame without any text or pixel of ``frame``; its structure stays, to find the way back."""
    size = frame_size(frame)
    tree = None if frame.tree is None else bare_tree(frame.tree)
    image = None if frame.image is None else np.zeros_like(frame.image)
    found = () if tree is None else elements(tree, size)
    return SafeFrame(found, tree, image, size, app=frame.app, masked=cause)
