"""The model in the folder of the programs. Without one, these tests are skipped."""

import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from typing import ClassVar
from unittest.mock import patch

from ..files import CONFIG, BadModel, read_files, write_files
from ..tagger import Tagger

FOLDER = Path(__file__).parents[2]
TEXT = "Ada Vale lives in Oslo. 🦦 She left Norrby last May, and met Mio Bell!"


@unittest.skipUnless((FOLDER / CONFIG).exists(), "there is no model in this folder")
class ModelTest(unittest.TestCase):
    tagger: ClassVar[Tagger]

    @classmethod
    def setUpClass(cls) -> None:
        cls.tagger = Tagger.load(str(FOLDER))

    def test_entities_are_parts_of_the_text(self) -> None:
        for entity in self.tagger.predict(TEXT):
            self.assertEqual(entity.text, TEXT[entity.start : entity.end])
            self.assertTrue(0 <= entity.probability <= 1, entity)
        self.assertEqual(self.tagger.predict(""), [])

    def test_each_token_has_a_tag(self) -> None:
        sentences: list[list[str]] = [["Ada", "lives", "in", "Oslo"], [], ["Otter"], ["\U0001f9a6" * 99, "\0", " "]]
        tags = self.tagger.tag(sentences)
        self.assertEqual([len(sentence) for sentence in tags], [len(sentence) for sentence in sentences])
        self.assertEqual(self.tagger.tag([]), [])

    def test_a_saved_model_gives_the_same_tags(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.tagger.save(f"{folder}/model.zip")
            again = Tagger.load(f"{folder}/model.zip")
        self.assertEqual(again.predict(TEXT), self.tagger.predict(TEXT))

    def test_a_model_of_the_hub_is_read_without_its_programs(self) -> None:
        asked: list[tuple[str, list[str]]] = []

        def snapshot_download(name: str, allow_patterns: list[str]) -> str:
            asked.append((name, allow_patterns))
            return str(FOLDER)

        hub = ModuleType("huggingface_hub")
        hub.snapshot_download = snapshot_download  # type: ignore[attr-defined]
        with patch.dict(sys.modules, {"huggingface_hub": hub}):
            found = Tagger.from_pretrained("otter/town").predict(TEXT)
        self.assertEqual(found, self.tagger.predict(TEXT))
        self.assertEqual([name for name, _ in asked], ["otter/town"])
        self.assertFalse([name for _, names in asked for name in names if name.endswith(".py")])
        with patch.dict(sys.modules, {"huggingface_hub": None}), self.assertRaisesRegex(OSError, "install huggingface"):
            Tagger.from_pretrained("otter/town")
        self.assertEqual(Tagger.from_pretrained(str(FOLDER)).tags, self.tagger.tags)

    def test_a_model_with_a_changed_byte_is_refused(self) -> None:
        files = read_files(str(FOLDER))
        with tempfile.TemporaryDirectory() as folder:
            for name in ("vocabulary.json", "model.safetensors"):
                middle = len(files[name]) // 2
                changed = bytes([files[name][middle] ^ 1])
                path = f"{folder}/{name}.zip"
                write_files(path, {**files, name: files[name][:middle] + changed + files[name][middle + 1 :]})
                with self.subTest(name), self.assertRaisesRegex(BadModel, "checksum"):
                    Tagger.load(path)
