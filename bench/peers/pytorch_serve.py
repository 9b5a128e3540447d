"""Engine of the bench: answers the messages of src/lib/rpc.ts, in JSON, one on each line of standard input."""

import json
import random
import sys
import time

import torch

from pytorch_data import Corpus, Vocabulary, key_of, read_sentences, read_vectors
from pytorch_model import PackedLstm, PaddedLstm, WORD_DIM
from pytorch_trainer import Trainer

TAGGING_BATCH = 128  # faster than 32, 64 or 256
LSTMS = {"packed": PackedLstm, "padded": PaddedLstm}


class Peer:
    def open(self, device, threads):
        """:param threads: of PyTorch's own operations; those of BLAS are set by its environment variables"""
        random.seed(1)
        torch.manual_seed(1)
        torch.set_num_threads(threads)
        self.device = torch.device(device)
        name = torch.cuda.get_device_name() if device == "cuda" else "CPU"
        return {"description": f"PyTorch {torch.__version__.split('+')[0]}, {name}, {torch.get_num_threads()} threads"}

    def prepare(self, train, embeddings, sentences, batch, hidden, scheme, lstm):
        """:param sentences: sentences per epoch, evenly spaced in the file"""
        read = read_sentences(train)
        wanted = {key_of(word) for words, _ in read for word in words}
        vectors = read_vectors(embeddings, wanted, WORD_DIM) if embeddings else {}
        vocabulary = Vocabulary(read, [], vectors, scheme)
        self.corpus = Corpus(vocabulary, read)
        self.numbers = torch.arange(sentences) * len(read) // sentences
        self.batch = batch
        self.trainer = Trainer(vocabulary, LSTMS[lstm](hidden), self.device)
        return {"parameters": self.trainer.parameters(), "tags": len(vocabulary.tags)}

    def train(self):
        loss, tokens, seconds = self.trainer.epoch(self.corpus, self.batch, self.numbers)
        return {"loss": loss, "tokens": tokens, "seconds": seconds}

    def tag(self):
        started = time.perf_counter()
        answers = self.trainer.tag(self.corpus, TAGGING_BATCH, self.numbers)
        seconds = time.perf_counter() - started
        return {"tokens": sum(len(tags) for _, tags in answers), "seconds": seconds}


def serve():
    peer = Peer()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"kind": "result", "value": getattr(peer, request["name"])(**request["value"])}
        except Exception as error:
            answer = {"kind": "error", "error": {"message": f"{type(error).__name__}: {error}"}}
        print(json.dumps({**answer, "id": request["id"]}), flush=True)
