"""The four layers of one episode, wired: what a frame goes through on its way out and back."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Sequence

import numpy as np
from lxml import etree

from harness.core.action import Action
from harness.core.geometry import Box
from harness.core.protocols import (
    Finding,
    Observation,
    OcrEngine,
    OcrLine,
    PrivacySession,
    Resolution,
)
from harness.core.raw import RawFrame, nodes, readable_attributes
from harness.core.safe import SafeElement, SafeFrame, elements
from harness.core.timing import Stopwatch
from harness.privacy.egress import EgressGuard
from harness.privacy.gatekeeper import Gatekeeper
from harness.privacy.placeholder import Scheme
from harness.privacy.protocols import Detector
from harness.privacy.proxy import Proxy
from harness.privacy.screen import Screen, frame_size
from harness.privacy.transformer.transformer import UiTransformer
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
        ocr: OcrEngine,
        placeholder: Scheme,
        transformer: UiTransformer,
        gatekeeper: Callable[..., Gatekeeper],
        strict: bool = True,
        output: str = "resolve",
        max_screens: int | None = None,
    ) -> None:
        """Compose a variant.

        Args:
            name: Name in tables.
            detector: Layer 1.
            ocr: Reads what the tree doesn't say.
            placeholder: What values turn into.
            transformer: Layer 2.
            gatekeeper: Layer 4, made anew for every episode.
            strict: Refuse to type unknown placeholders.
            output: What the user's message does with placeholders: ``resolve``, ``describe`` or
                ``redact``.
            max_screens: Forget entities not seen in that many screens; None keeps all.
        """
        self.name = name
        self._detector = detector
        self._ocr = ocr
        self._scheme = placeholder
        self._transformer = transformer
        self._gatekeeper = gatekeeper
        self._strict = strict
        self._output = output
        self._max_screens = max_screens

    @property
    def anonymizes(self) -> bool:
        """Whether anything is hidden at all; what the raw baseline sends is private."""
        return self._detector.name != "none"

    def open(self, instruction: str, *, region: str, key: bytes) -> PrivacySession:
        """Start an episode with an empty vault."""
        vault = SessionVault(self._scheme, region, key, max_screens=self._max_screens)
        return Session(
            instruction,
            detector=self._detector,
            ocr=self._ocr,
            vault=vault,
            transformer=self._transformer,
            proxy=Proxy(vault, strict=self._strict, output=self._output),
            gatekeeper=self._gatekeeper(vault=vault, instruction=instruction),
        )

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return {**self._detector.identity(), **self._ocr.identity()}


class Session:
    """One episode's privacy layers."""

    def __init__(
        self,
        instruction: str,
        *,
        detector: Detector,
        ocr: OcrEngine,
        vault: SessionVault,
        transformer: UiTransformer,
        proxy: Proxy,
        gatekeeper: Gatekeeper,
    ) -> None:
        """Anonymize the instruction: its entities are the first that the vault knows."""
        self._detector = detector
        self._ocr = ocr
        self._vault = vault
        self._transformer = transformer
        self._proxy = proxy
        self._gatekeeper = gatekeeper
        self._egress = EgressGuard(vault)
        self.instruction, self.instruction_findings = anonymize_instruction(
            instruction, detector, vault
        )

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
        watch = Stopwatch()
        with watch("ocr"):
            lines = self._read(frame)
        with watch("transform"):
            unexplained = self._transformer.unexplained(frame, lines)
        with watch("detect"):
            screen = Screen.of_frame(frame, unexplained)
            detections = self._detector.detect(screen)
        with watch("transform"):
            result = self._transformer.transform(frame, screen, detections, lines, self._vault)
            safe = self._safe_frame(frame, result.tree, result.image, result.findings)
        self._vault.tick_screen()
        return Observation(safe, result.findings, result.unprocessed, watch.take())

    def _read(self, frame: RawFrame) -> list[OcrLine]:
        if frame.image is None or frame.secure:
            return []
        return self._ocr.read(frame.image)

    def _safe_frame(
        self,
        frame: RawFrame,
        tree: etree._Element | None,
        image: np.ndarray | None,
        findings: Sequence[Finding],
    ) -> SafeFrame:
        size = frame_size(frame)
        placeholders = list(
            dict.fromkeys(f.placeholder for f in (*self.instruction_findings, *findings))
        )
        return SafeFrame(
            elements=elements(tree, size) if tree is not None else (),
            tree=tree,
            image=image,
            size=size,
            notes=tuple(self._vault.links(placeholders)),
            app=frame.app,
        )

    def resolve(self, action: Action, frame: SafeFrame) -> Resolution:
        """Layer 3, and layer 4 for questions."""
        raise NotImplementedError

    def check_egress(self, body: str | bytes) -> None:
        """Refuse an outbound body that holds a value of the vault."""
        self._egress.check(body)
