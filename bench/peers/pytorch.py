"""The same model in plain PyTorch, for comparison: char-CNN, BiLSTM and CRF in idiomatic, optimized PyTorch.

    python3 bench/peers/pytorch.py --train FILE --dev FILE [--test FILE] [--embeddings FILE] [--epochs N] [--batch N] [--seed N]
    python3 bench/peers/pytorch.py --serve

Packed LSTM (on a CPU padded, which is faster), CRF vectorised over the batch in log space, forms encoded once a batch, only touched word rows updated, sentences of
similar length together, Adam. Hyper-parameters are those of the preset `tagsmith`. Entities are counted as conlleval counts
them. Prints the figures of bench/conll2003.mjs; with --serve it answers bench/bench.mjs (pytorch_serve.py).

Needs Debian's python3-torch, and to be a fair peer libopenblas0-pthread: without it matrix products are several times slower.
OPENBLAS_NUM_THREADS, OMP_NUM_THREADS and OPENBLAS_CORETYPE (SkylakeX, where OpenBLAS does not know a processor with AVX-512)
determine the speed: the bench tries their values.
"""

import argparse
import random
import sys

try:
    import torch
except ImportError:
    print("Skipped: PyTorch is not installed (Debian: apt-get install python3-torch).")
    sys.exit(0)

from pytorch_data import Corpus, Vocabulary, key_of, read_sentences, read_vectors, spans_of
from pytorch_model import PackedLstm, PaddedLstm, WORD_DIM
from pytorch_trainer import Trainer


def score(trainer, corpus, sentences):
    correct = gold_count = predicted_count = 0
    for number, tags in trainer.tag(corpus, 64):
        gold, predicted = sentences[number][1], spans_of(tags)
        correct += len(set(gold) & set(predicted))
        gold_count += len(gold)
        predicted_count += len(predicted)
    return 200 * correct / max(1, gold_count + predicted_count)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train")
    parser.add_argument("--dev")
    parser.add_argument("--test")
    parser.add_argument("--embeddings")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--hidden", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--serve", action="store_true")
    options = parser.parse_args()
    if options.serve:
        from pytorch_serve import serve

        serve()
        return
    random.seed(options.seed)
    torch.manual_seed(options.seed)

    sentences = {
        name: read_sentences(path)
        for name, path in [("train", options.train), ("dev", options.dev), ("test", options.test)]
        if path
    }
    for name, read in sentences.items():
        tokens = sum(len(words) for words, _ in read)
        entities = sum(len(spans) for _, spans in read)
        print(f"{name}: {len(read)} sentences, {tokens} tokens, {entities} entities")
    everything = [sentence for read in sentences.values() for sentence in read]
    wanted = {key_of(word) for words, _ in everything for word in words}
    vectors = read_vectors(options.embeddings, wanted, WORD_DIM) if options.embeddings else {}
    vocabulary = Vocabulary(sentences["train"], everything, vectors)
    corpora = {name: Corpus(vocabulary, read) for name, read in sentences.items()}
    lstm = (PaddedLstm if options.device == "cpu" else PackedLstm)(options.hidden)
    trainer = Trainer(vocabulary, lstm, torch.device(options.device))
    print(f"pytorch: {trainer.parameters()} parameters")
    for epoch in range(options.epochs):
        loss, tokens, seconds = trainer.epoch(corpora["train"], options.batch)
        print(
            f"pytorch epoch {epoch + 1}: loss {loss:.4f}, dev F1 {score(trainer, corpora['dev'], sentences['dev']):.2f}, "
            f"{tokens / seconds:.0f} tokens/s, {seconds:.1f} s",
            flush=True,
        )
    if "test" in sentences:
        print(f"pytorch test F1 {score(trainer, corpora['test'], sentences['test']):.2f}")


if __name__ == "__main__":
    main()
