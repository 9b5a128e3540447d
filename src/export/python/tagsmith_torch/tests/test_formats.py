"""Files, tensors, tags and words."""

import os
import tempfile
import unittest
import zipfile
from pathlib import Path

import torch

from ..files import BadModel, read_files, write_files
from ..tagger import Tagger
from ..tags import read_tag, spans_of, spell, standard_style
from ..tensors import read_safetensors, write_safetensors
from ..vocabulary import hash_word


class FilesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_zip_has_what_was_written(self) -> None:
        files = {"config.json": b"{}", "model.safetensors": b"\0" * 100, "tagsmith_torch/crf.py": b"pass\n"}
        path = str(self.folder / "model.zip")
        write_files(path, files)
        self.assertEqual(read_files(path), files)

    def test_what_is_no_model_is_refused_in_one_line(self) -> None:
        paths = {name: self.folder / name for name in ("text.zip", "empty.zip", "bad.zip", "list.zip", "pipe", "none")}
        paths["text.zip"].write_text("no zip")
        zipfile.ZipFile(paths["empty.zip"], "w").close()
        for name, config in (("bad.zip", "{"), ("list.zip", "[]")):
            with zipfile.ZipFile(paths[name], "w") as bundle:
                bundle.writestr("config.json", config)
                bundle.writestr("vocabulary.json", "{}")
        os.mkfifo(paths["pipe"])
        for path in (*paths.values(), self.folder):
            with self.subTest(path.name), self.assertRaises((BadModel, OSError)) as caught:
                Tagger.load(str(path))
            self.assertNotIn("\n", str(caught.exception))


class FormatsTest(unittest.TestCase):
    def test_tensors_come_back(self) -> None:
        tensors = {"a": torch.randn(3, 2), "b": torch.randn(5)}
        found = read_safetensors(write_safetensors(tensors))
        self.assertEqual(
            {name: values.tolist() for name, values in found.items()},
            {name: values.tolist() for name, values in tensors.items()},
        )

    def test_spans_come_back_from_tags_of_each_scheme(self) -> None:
        spans = [(0, 1, "PER"), (1, 3, "LOC"), (3, 6, "LOC")]
        for scheme in ("BIO", "BIOES", "IOB1"):
            style = standard_style(scheme)
            parsed = [read_tag(tag, style) for tag in spell(style, spans, 7)]
            self.assertEqual(spans_of(["-".join(tag) if tag[1] else tag[0] for tag in parsed if tag]), spans)

    def test_words_have_the_hashes_of_tagsmith(self) -> None:
        self.assertEqual(hash_word("otter"), 680362344786950)
