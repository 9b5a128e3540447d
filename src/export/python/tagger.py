"""Runs a tagger trained with Tagsmith, trains it further in PyTorch, and saves it for Tagsmith again.

Needs Python 3.10, PyTorch 1.13 or later, and numpy. MODEL is the zip of a model, or the folder it was unpacked to.

    python tagger.py MODEL < tokens.txt      one token per line, a blank line after each sentence; other columns
                                             are kept, the tag is appended as the last column. A model of texts with
                                             one class: a text per line; its class and a tab are put before it
    python tagger.py train MODEL --train TRAIN --dev DEV --out NEW.zip       see train.py, next to this file

    from tagger import Tagger
    tagger = Tagger.load("model.zip")                      # or Tagger.from_pretrained("user/model")
    tagger.predict("EU rejects German call.")              # entities with type, text, start, end and probability
    tagger.tag([["EU", "rejects", "German", "call"]])      # for example [["B-ORG", "O", "B-MISC", "O"]]
    tagger.classify(["A dull film."])                      # classes with probabilities, of a model of such texts
    tagger.emissions([["EU", "rejects"]])                  # one float32 array [T, K] per sentence
    tagger.tag(sentences, documents=[0, 0, 1])             # document ids; default: all in one document. Only for
                                                           # models trained with context = document

    model = tagger.model.train()                           # an nn.Module of PyTorch's standard layers
    batch = tagger.batch(sentences)                        # ids; sentences without tokens are skipped
    loss = model.loss(batch, gold)                         # gold: LongTensor [B, T] of indices into tagger.tags
    model.eval()                                           # before tagging: disables dropout
    tagger.save("new.zip")                                 # for the studio, the command line and every other program

Under DistributedDataParallel call the wrapped model itself, ddp(batch, gold), which returns the loss: only then are
gradients synchronised. Parameters that Tagsmith does not have (`bias_hh`) are frozen, and vectors.bin is a buffer.

The code is in tagsmith_torch, which must be next to this file.
"""

import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING
from zipfile import BadZipFile

if TYPE_CHECKING or not __package__:
    from tagsmith_torch.documents import DOCUMENT_START
    from tagsmith_torch.files import BadModel
    from tagsmith_torch.tagger import Tagger
    from tagsmith_torch.training.command_line import main as train
else:  # imported as part of a package: from model.tagger import Tagger
    from .tagsmith_torch.documents import DOCUMENT_START
    from .tagsmith_torch.files import BadModel
    from .tagsmith_torch.tagger import Tagger
    from .tagsmith_torch.training.command_line import main as train


def tag_lines(path: str) -> None:
    """Appends a column of tags to the lines of standard input, or classifies each. Raises BadModel and OSError."""
    tagger = Tagger.load(path)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    with open(0, encoding="utf-8-sig") as lines:  # skips a byte order mark
        text = [line.rstrip("\n") for line in lines]
    if tagger.classifies:
        for line, classes in zip(text, tagger.classify(text)):
            print(f"{classes[0].type if classes else ''}\t{line}")
        return
    tokens = [re.split("[ \t]", line.strip())[0] for line in text]  # "" in a blank line
    sentences: list[list[str]] = [[]]
    documents = [0]
    for token in tokens:
        if token in ("", DOCUMENT_START):
            sentences.append([])
            documents.append(documents[-1] + (token == DOCUMENT_START))
        else:
            sentences[-1].append(token)
    tags = (tag for sentence in tagger.tag(sentences, documents) for tag in sentence)
    for line, token in zip(text, tokens):
        if token == "":
            print()
            continue
        tag = next(tags) if token != DOCUMENT_START else tagger.style["letters"]["outside"] or "-X-"
        print(line.rstrip() + ("\t" if "\t" in line else " ") + tag)


def main(given: Sequence[str] | None = None) -> None:
    arguments = sys.argv[1:] if given is None else given
    if arguments and arguments[0] == "train":
        train(arguments[1:])
    elif len(arguments) != 1 or arguments[0].startswith("-"):
        sys.exit("usage: python tagger.py MODEL < tokens.txt\n       python tagger.py train --help")
    else:
        try:
            tag_lines(arguments[0])
        except UnicodeDecodeError as error:
            sys.exit(f"tagger.py: standard input is not UTF-8 (byte {error.start})")
        except (BadModel, OSError, BadZipFile) as error:
            sys.exit(f"tagger.py: {error}")


if __name__ == "__main__":
    main()
