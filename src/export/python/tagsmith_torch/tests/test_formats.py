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
        names = ("text.zip", "empty.zip", "bad.zip", "list.zip", "zeros.zip", "pipe", "none")
        paths = {name: self.folder / name for name in names}
        paths["text.zip"].write_text("no zip")
        zipfile.ZipFile(paths["empty.zip"], "w").close()
        for name, config in (("bad.zip", "{"), ("list.zip", "[]")):
            with zipfile.ZipFile(paths[name], "w") as bundle:
                bundle.writestr("config.json", config)
                bundle.writestr("vocabulary.json", "{}")
        with zipfile.ZipFile(paths["zeros.zip"], "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("config.json", bytes(5 * 2**20))
        os.mkfifo(paths["pipe"])
        for path in (*paths.values(), self.folder):
            with self.subTest(path.name), self.assertRaises((BadModel, OSError)) as caught:
                Tagger.load(str(path))
            self.assertNotIn("\n", str(caught.exception))

    def test_a_file_that_unpacks_to_more_than_a_model_has_is_not_read(self) -> None:
        for name, size in (("config.json", 5 * 2**20), ("config.crc32", 65), ("tagger.py", 5 * 2**20)):
            path = self.folder / f"{name}.zip"
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
                bundle.writestr("config.json", "{}" if name != "config.json" else bytes(size))
                if name != "config.json":
                    bundle.writestr(name, bytes(size))
            with self.subTest(name), self.assertRaisesRegex(BadModel, f"{name} has [0-9,]+ bytes, more than"):
                read_files(str(path))


class FormatsTest(unittest.TestCase):
    def test_tensors_come_back(self) -> None:
        tensors = {"a": torch.randn(3, 2), "b": torch.randn(5)}
        found = read_safetensors(write_safetensors(tensors))
        self.assertEqual(
            {name: values.tolist() for name, values in found.items()},
            {name: values.tolist() for name, values in tensors.items()},
        )

    def test_tensors_that_share_bytes_or_leave_some_out_are_refused(self) -> None:
        data = write_safetensors({"a": torch.randn(2), "b": torch.randn(2)})
        for place in ("[0,8]", "[4,12]", "[16,24]", "[-8,0]"):
            header = data[8 : len(data) - 16].replace(b"[8,16]", place.encode())
            moved = len(header).to_bytes(8, "little") + header + data[-16:]
            with self.subTest(place), self.assertRaisesRegex(ValueError, "bytes"):
                read_safetensors(moved)
        with self.assertRaisesRegex(ValueError, "the file has 20"):
            read_safetensors(data + bytes(4))

    def test_spans_come_back_from_tags_of_each_scheme(self) -> None:
        spans = [(0, 1, "PER"), (1, 3, "LOC"), (3, 6, "LOC")]
        for scheme in ("BIO", "BIOES", "IOB1"):
            style = standard_style(scheme)
            parsed = [read_tag(tag, style) for tag in spell(style, spans, 7)]
            self.assertEqual(spans_of(["-".join(tag) if tag[1] else tag[0] for tag in parsed if tag]), spans)

    def test_brackets_and_missing_types_are_read_as_tagsmith_does(self) -> None:
        for separator, tag in (("-", "B-LOC"), ("(", "B(LOC)"), ("[", "B[LOC]")):
            style = {**standard_style("BIO"), "separator": separator}
            self.assertEqual(read_tag(tag, style), ("B", "LOC"))
            self.assertIsNone(read_tag(tag.replace("LOC", ""), style))

    def test_words_have_the_hashes_of_tagsmith(self) -> None:
        self.assertEqual(hash_word("otter"), 680362344786950)
