"""char-CNN, BiLSTM, CRF in plain PyTorch, on time-major batches (pytorch_data.Batch)."""

import torch
from torch import nn
from torch.nn.functional import embedding
from torch.nn.utils.rnn import PackedSequence

from pytorch_data import PAD

WORD_DIM, CHAR_DIM, CHAR_FEATURES = 100, 30, 30
DROPOUT = 0.5
ILLEGAL = -1e4


class Tagger(nn.Module):
    def __init__(self, table, characters, tags, scheme, lstm):
        """
        :param table: [V, E] pretrained and random word vectors; fine-tuned by the Trainer, row by row
        :param lstm: from (inputs [N, E + F], batch) to [N, 2 H]
        """
        super().__init__()
        self.register_buffer("table", table)
        self.chars = nn.Embedding(characters, CHAR_DIM, padding_idx=PAD)
        nn.init.uniform_(self.chars.weight, -((3 / CHAR_DIM) ** 0.5), (3 / CHAR_DIM) ** 0.5)
        with torch.no_grad():
            self.chars.weight[PAD] = 0
        self.filters = nn.Conv1d(CHAR_DIM, CHAR_FEATURES, 3, padding=1)
        self.lstm = lstm
        self.output = nn.Linear(2 * lstm.hidden_size, len(tags))
        nn.init.xavier_uniform_(self.output.weight)
        self.dropout = nn.Dropout(DROPOUT)
        self.crf = Crf(tags, scheme)

    def forward(self, rows, batch):
        """rows [W, E] of the word table -> emissions [N, K]"""
        features = self.filters(self.chars(batch.chars).transpose(1, 2))
        features = features.masked_fill((batch.chars == PAD)[:, None], float("-inf")).amax(2)  # [U, F]
        words = embedding(batch.token_words, rows)
        inputs = self.dropout(torch.cat([words, embedding(batch.token_forms, features)], 1))
        return self.output(self.dropout(self.lstm(inputs, batch)))


class PackedLstm(nn.LSTM):
    """PyTorch's packed sequences for ragged batches. On a CPU the time of their gradient is quadratic in the length."""

    def __init__(self, hidden):
        super().__init__(WORD_DIM + CHAR_FEATURES, hidden, bidirectional=True)
        open_forget_gates(self)

    def forward(self, inputs, batch):
        return super().forward(PackedSequence(inputs, batch.sizes))[0].data


class PaddedLstm(nn.Module):
    """The same function as two LSTMs over padded batches, one of them reversed: no state sees padding before its sentence."""

    def __init__(self, hidden):
        super().__init__()
        self.hidden_size = hidden
        self.forwards, self.backwards = (nn.LSTM(WORD_DIM + CHAR_FEATURES, hidden) for _ in range(2))
        open_forget_gates(self.forwards)
        open_forget_gates(self.backwards)

    def forward(self, inputs, batch):
        outputs = []
        for lstm, rows, places in [
            (self.forwards, batch.padded, batch.places),
            (self.backwards, batch.reversed, batch.reversed_places),
        ]:
            output, _ = lstm(inputs.index_select(0, rows.flatten()).view(*rows.shape, -1))
            outputs.append(output.flatten(0, 1).index_select(0, places))
        return torch.cat(outputs, 1)


def open_forget_gates(lstm):
    for name, bias in lstm.named_parameters():
        if name.startswith("bias_ih"):
            nn.init.ones_(bias.data[lstm.hidden_size : 2 * lstm.hidden_size])


class Crf(nn.Module):
    def __init__(self, tags, scheme):
        super().__init__()
        size = len(tags)
        self.transitions = nn.Parameter(torch.zeros(size, size))
        self.start = nn.Parameter(torch.zeros(size))
        self.end = nn.Parameter(torch.zeros(size))
        self.register_buffer("illegal", torch.tensor([[not legal(a, b, scheme) for b in tags] for a in tags]) * ILLEGAL)
        self.register_buffer("illegal_start", torch.tensor([not legal("O", b, scheme) for b in tags]) * ILLEGAL)
        self.register_buffer("illegal_end", torch.tensor([not legal(a, "O", scheme) for a in tags]) * ILLEGAL)

    def scores(self):
        return self.transitions + self.illegal, self.start + self.illegal_start, self.end + self.illegal_end

    def loss(self, emissions, batch):
        """Summed over the sentences: log Z minus the score of the gold path."""
        transitions, start, end = self.scores()
        gold, sentences = batch.gold, len(batch.last)
        gold_score = (
            emissions.gather(1, gold[:, None]).sum()
            + transitions[gold[batch.previous], gold[sentences:]].sum()
            + start[gold[:sentences]].sum()
            + end[gold[batch.last]].sum()
        )
        finished = []
        first, *others = emissions.split(batch.sizes.tolist())
        alpha = start + first  # [B, K]
        for step in others:  # sentences that have not ended
            running = len(step)
            if running < len(alpha):
                finished.append(alpha[running:])
                alpha = alpha[:running]
            alpha = torch.logsumexp(alpha[:, :, None] + transitions, 1) + step
        finished.append(alpha)
        return torch.logsumexp(torch.cat(finished) + end, 1).sum() - gold_score

    def decode(self, emissions, batch):
        """The best path of each sentence (Viterbi, all sentences at once): lists of tags, longest first."""
        transitions, start, end = self.scores()
        first, *others = emissions.split(batch.sizes.tolist())
        best, bests, origins = start + first, [], []
        for step in others:
            bests.append(best)
            scores, origin = (best[: len(step), :, None] + transitions).max(1)
            best = scores + step
            origins.append(origin)
        bests.append(best)
        path, paths = (bests.pop() + end).argmax(1), []
        paths.append(path)
        while origins:
            origin, best = origins.pop(), bests.pop()
            running = len(origin)
            ended = (best[running:] + end).argmax(1)
            path = torch.cat([origin.gather(1, path[:, None])[:, 0], ended])
            paths.append(path)
        steps = [path.tolist() for path in reversed(paths)]
        tags = [[] for _ in steps[0]]
        for step in steps:
            for sentence, tag in zip(tags, step):
                sentence.append(tag)
        return tags


def legal(a, b, scheme):
    """Whether tag `b` may follow `a`."""
    inside, goes_on = a[0] in "BI", b[0] in "IE"
    if goes_on or (inside and scheme == "BIOES"):
        return inside and goes_on and a[2:] == b[2:]
    return True
