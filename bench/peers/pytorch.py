"""The same model in plain PyTorch, for comparison: char-CNN, BiLSTM, CRF, as a careful user of PyTorch would write it.

    python3 bench/peers/pytorch.py --train FILE --dev FILE [--test FILE] [--embeddings FILE] [--epochs N] [--batch N] [--seed N]

Packed LSTM, CRF vectorised over the batch, sparse gradients of the word vectors, sentences of similar length together, Adam,
the thread count that is fastest for these sizes (one). Hyper-parameters are those of the preset `tagsmith`. Entities are
counted as conlleval counts them. Prints the figures of bench/conll2003.mjs. Needs Debian's python3-torch, and to be a fair
peer libopenblas0-pthread: without it matrix products are several times slower. OPENBLAS_CORETYPE=SkylakeX helps where OpenBLAS
does not know a processor with AVX-512.
"""

import argparse
import gzip
import random
import sys
import time

try:
    import torch
    from torch import nn
    from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
except ImportError:
    print("Skipped: PyTorch is not installed (Debian: apt-get install python3-torch).")
    sys.exit(0)

WORD_DIM, CHAR_DIM, CHAR_FEATURES, HIDDEN = 100, 30, 30, 200
DROPOUT, UNKNOWN_REPLACEMENT = 0.5, 0.5
LEARNING_RATE, DECAY, CLIP_NORM = 1e-3, 0.05, 5.0
LONGEST_WORD = 50
ILLEGAL = -1e4
PAD, UNKNOWN = 0, 1


def read_sentences(path):
    """[(words, spans)] of a CoNLL file in IOB1 or BIO; spans are (start, end, type), as conlleval reads them."""
    sentences, words, tags = [], [], []
    with open(path, encoding="utf-8") as lines:
        for line in [*lines, ""]:
            columns = line.split()
            if columns and columns[0] != "-DOCSTART-":
                words.append(columns[0])
                tags.append(columns[-1])
            elif words:
                sentences.append((words, spans_of(tags)))
                words, tags = [], []
    return sentences


def spans_of(tags):
    """Spans of IOB1, BIO or BIOES tags."""
    spans, start, kind, closed = [], None, None, True
    for i, tag in enumerate([*tags, "O"]):
        letter, _, current = tag.partition("-")
        goes_on = letter in "IE" and current == kind and not closed
        if start is not None and not goes_on:
            spans.append((start, i, kind))
            start = None
        if letter != "O" and not goes_on:
            start = i
        kind, closed = current, letter in "OES"
    return spans


def to_bioes(spans, length):
    tags = ["O"] * length
    for start, end, kind in spans:
        for i in range(start, end):
            letter = "S" if end - start == 1 else "B" if i == start else "E" if i == end - 1 else "I"
            tags[i] = f"{letter}-{kind}"
    return tags


def key_of(word):
    return "".join("0" if c.isdigit() else c for c in word.lower())


def read_vectors(path, wanted):
    vectors = {}
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, *values = line.rstrip().split(" ")
            if word in wanted and len(values) == WORD_DIM:
                vectors[word] = torch.tensor([float(value) for value in values])
    return vectors


class Crf(nn.Module):
    def __init__(self, tags):
        super().__init__()
        size = len(tags)
        self.transitions = nn.Parameter(torch.zeros(size, size))
        self.start = nn.Parameter(torch.zeros(size))
        self.end = nn.Parameter(torch.zeros(size))
        illegal = torch.tensor([[not legal(a, b) for b in tags] for a in tags])
        self.register_buffer("illegal", illegal * ILLEGAL)
        self.register_buffer("illegal_start", torch.tensor([not legal("O", b) for b in tags]) * ILLEGAL)
        self.register_buffer("illegal_end", torch.tensor([not legal(a, "O") for a in tags]) * ILLEGAL)

    def scores(self):
        return self.transitions + self.illegal, self.start + self.illegal_start, self.end + self.illegal_end

    def loss(self, emissions, gold, lengths):
        """Summed over the sentences; emissions [B, T, K], gold [B, T], lengths [B] falling."""
        transitions, start, end = self.scores()
        batch = torch.arange(len(lengths))
        mask = torch.arange(emissions.shape[1]) < lengths[:, None]
        steps = transitions[gold[:, :-1], gold[:, 1:]] * mask[:, 1:]
        gold_score = start[gold[:, 0]] + end[gold[batch, lengths - 1]] + steps.sum(1)
        gold_score = gold_score + (emissions.gather(2, gold[:, :, None])[:, :, 0] * mask).sum(1)
        alpha = start + emissions[:, 0]
        for t in range(1, emissions.shape[1]):
            running = int(mask[:, t].sum())  # sentences are sorted: the first ones still run
            step = torch.logsumexp(alpha[:running, :, None] + transitions, 1) + emissions[:running, t]
            alpha = torch.cat([step, alpha[running:]])
        return (torch.logsumexp(alpha + end, 1) - gold_score).sum()

    def decode(self, emissions, lengths):
        transitions, start, end = self.scores()
        paths = []
        for rows, length in zip(emissions, lengths.tolist()):
            best, origins = start + rows[0], []
            for t in range(1, length):
                scores, origin = (best[:, None] + transitions).max(0)
                origins.append(origin.tolist())
                best = scores + rows[t]
            path = [int((best + end).argmax())]
            for origin in reversed(origins):
                path.append(origin[path[-1]])
            paths.append(path[::-1])
        return paths


def legal(a, b):
    inside = a[0] in "BI"
    return a[2:] == b[2:] and b[0] in "IE" if inside else b[0] not in "IE"


class Tagger(nn.Module):
    def __init__(self, table, characters, tags):
        super().__init__()
        self.words = nn.Embedding.from_pretrained(table, freeze=False, sparse=True)
        self.chars = nn.Embedding(characters, CHAR_DIM, padding_idx=PAD)
        nn.init.uniform_(self.chars.weight, -((3 / CHAR_DIM) ** 0.5), (3 / CHAR_DIM) ** 0.5)
        self.filters = nn.Conv1d(CHAR_DIM, CHAR_FEATURES, 3, padding=1)
        self.lstm = nn.LSTM(WORD_DIM + CHAR_FEATURES, HIDDEN, batch_first=True, bidirectional=True)
        self.output = nn.Linear(2 * HIDDEN, len(tags))
        self.dropout = nn.Dropout(DROPOUT)
        self.crf = Crf(tags)

    def forward(self, words, forms, token_forms, lengths):
        """words [B, T], forms [U, C], token_forms [B, T] into U -> [B, T, K]"""
        features = self.filters(self.chars(forms).transpose(1, 2))
        features = features.masked_fill((forms == PAD)[:, None], float("-inf")).max(2)[0]  # [U, F]
        inputs = self.dropout(torch.cat([self.words(words), features[token_forms]], 2))
        hidden, _ = self.lstm(pack_padded_sequence(inputs, lengths, batch_first=True))
        hidden, _ = pad_packed_sequence(hidden, batch_first=True)
        return self.output(self.dropout(hidden))


class Encoder:
    def __init__(self, train, others, vectors):
        self.counts = {}
        for words, _ in train:
            for word in words:
                self.counts[key_of(word)] = self.counts.get(key_of(word), 0) + 1
        keys = list(self.counts)
        keys += [key for key in {key_of(w) for words, _ in others for w in words} - set(keys) if key in vectors]
        self.rows = {key: row for row, key in enumerate(keys, start=2)}
        bound = (3 / WORD_DIM) ** 0.5
        self.table = torch.empty(len(keys) + 2, WORD_DIM).uniform_(-bound, bound)
        for key, row in self.rows.items():
            if key in vectors:
                self.table[row] = vectors[key]
        self.chars = {c: i for i, c in enumerate(sorted({c for words, _ in train for w in words for c in w}), start=2)}
        kinds = sorted({kind for _, spans in train for _, _, kind in spans})
        self.tags = ["O", *(f"{letter}-{kind}" for kind in kinds for letter in "BIES")]
        self.tag_ids = {tag: i for i, tag in enumerate(self.tags)}
        self.rare = torch.zeros(len(keys) + 2, dtype=torch.bool)
        for key, count in self.counts.items():
            self.rare[self.rows[key]] = count == 1

    def batch(self, sentences):
        """Tensors of sentences, longest first."""
        lengths = torch.tensor([len(words) for words, _ in sentences])
        shape = (len(sentences), int(lengths[0]))
        words, token_forms, gold = (torch.zeros(shape, dtype=torch.long) for _ in range(3))
        forms = {}
        for b, (tokens, spans) in enumerate(sentences):
            row = [self.rows.get(key_of(word), UNKNOWN) for word in tokens]
            words[b, : len(row)] = torch.tensor(row)
            token_forms[b, : len(row)] = torch.tensor([forms.setdefault(word, len(forms)) for word in tokens])
            gold[b, : len(row)] = torch.tensor([self.tag_ids.get(tag, 0) for tag in to_bioes(spans, len(row))])
        longest = min(LONGEST_WORD, max(map(len, forms)))
        chars = torch.zeros(len(forms), longest, dtype=torch.long)
        for form, u in forms.items():
            ids = [self.chars.get(c, UNKNOWN) for c in form[:longest]]
            chars[u, : len(ids)] = torch.tensor(ids)
        return words, chars, token_forms, lengths, gold


def batches_of(sentences, size):
    order = sorted(range(len(sentences)), key=lambda i: -len(sentences[i][0]) * random.uniform(0.9, 1.1))
    batches = [order[i : i + size] for i in range(0, len(order), size)]
    random.shuffle(batches)
    return [sorted((sentences[i] for i in batch), key=lambda s: -len(s[0])) for batch in batches]


def score(model, encoder, sentences):
    model.eval()
    correct = gold_count = predicted_count = 0
    with torch.no_grad():
        for start in range(0, len(sentences), 64):
            batch = sorted(sentences[start : start + 64], key=lambda s: -len(s[0]))
            words, chars, token_forms, lengths, _ = encoder.batch(batch)
            emissions = model(words, chars, token_forms, lengths)
            for (_, gold), path in zip(batch, model.crf.decode(emissions, lengths)):
                predicted = spans_of([encoder.tags[tag] for tag in path])
                correct += len(set(gold) & set(predicted))
                gold_count += len(gold)
                predicted_count += len(predicted)
    return 200 * correct / max(1, gold_count + predicted_count)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", required=True)
    parser.add_argument("--dev", required=True)
    parser.add_argument("--test")
    parser.add_argument("--embeddings")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)

    train, dev = read_sentences(options.train), read_sentences(options.dev)
    test = read_sentences(options.test) if options.test else []
    for name, sentences in [("train", train), ("dev", dev)]:
        tokens = sum(len(words) for words, _ in sentences)
        entities = sum(len(spans) for _, spans in sentences)
        print(f"{name}: {len(sentences)} sentences, {tokens} tokens, {entities} entities")
    wanted = {key_of(word) for words, _ in [*train, *dev, *test] for word in words}
    vectors = read_vectors(options.embeddings, wanted) if options.embeddings else {}
    encoder = Encoder(train, [*dev, *test], vectors)
    model = Tagger(encoder.table, len(encoder.chars) + 2, encoder.tags)
    dense = [parameter for name, parameter in model.named_parameters() if name != "words.weight"]
    adam = torch.optim.Adam(dense, lr=LEARNING_RATE)
    sparse = torch.optim.SparseAdam([model.words.weight], lr=LEARNING_RATE)

    for epoch in range(options.epochs):
        model.train()
        for optimizer in (adam, sparse):
            for group in optimizer.param_groups:
                group["lr"] = LEARNING_RATE / (1 + DECAY * epoch)
        total, tokens, started = 0.0, 0, time.perf_counter()
        for batch in batches_of(train, options.batch):
            words, chars, token_forms, lengths, gold = encoder.batch(batch)
            replaced = encoder.rare[words] & (torch.rand(words.shape) < UNKNOWN_REPLACEMENT)
            emissions = model(words.masked_fill(replaced, UNKNOWN), chars, token_forms, lengths)
            loss = model.crf.loss(emissions, gold, lengths)
            model.zero_grad(set_to_none=True)
            (loss / len(batch)).backward()
            clip(dense, model.words.weight)
            adam.step()
            sparse.step()
            total += loss.item()
            tokens += int(lengths.sum())
        seconds = time.perf_counter() - started
        print(
            f"pytorch epoch {epoch + 1}: loss {total / len(train):.4f}, dev F1 {score(model, encoder, dev):.2f}, "
            f"{tokens / seconds:.0f} tokens/s, {seconds:.1f} s",
            flush=True,
        )
    if test:
        print(f"pytorch test F1 {score(model, encoder, test):.2f}")


def clip(dense, words):
    """To the global norm of all gradients, those of the word vectors among them."""
    words.grad = words.grad.coalesce()
    gradients = [parameter.grad for parameter in dense] + [words.grad.values()]
    norm = torch.stack([gradient.norm() for gradient in gradients]).norm()
    scale = CLIP_NORM / max(CLIP_NORM, float(norm))
    if scale < 1:
        for gradient in gradients:
            gradient.mul_(scale)


if __name__ == "__main__":
    main()
