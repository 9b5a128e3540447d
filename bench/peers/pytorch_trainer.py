"""Training and decoding, as fast as possible in plain PyTorch: nothing is read back within a step, only used word rows change."""

import time

import torch

from pytorch_data import to_device
from pytorch_model import Tagger, WORD_DIM

UNKNOWN_REPLACEMENT = 0.5
LEARNING_RATE, DECAY, CLIP_NORM = 1e-3, 0.05, 5.0


class RowAdam:
    """Adam on the rows of a table that a batch used: like torch.optim.SparseAdam, but faster, without sparse tensors."""

    def __init__(self, table):
        self.table, self.mean, self.variance = table, torch.zeros_like(table), torch.zeros_like(table)
        self.updates = 0

    def step(self, rows, gradient, learning_rate):
        self.updates += 1
        mean = self.mean[rows].lerp_(gradient, 0.1)
        variance = self.variance[rows].mul_(0.999).addcmul_(gradient, gradient, value=0.001)
        self.mean[rows], self.variance[rows] = mean, variance
        correction = (1 - 0.999**self.updates) ** 0.5
        change = mean / variance.sqrt_().add_(1e-8 * correction)
        self.table.index_add_(0, rows, change, alpha=-learning_rate * correction / (1 - 0.9**self.updates))


class Trainer:
    def __init__(self, vocabulary, lstm, device):
        """:param lstm: PackedLstm or PaddedLstm"""
        self.device = device
        self.vocabulary = vocabulary
        table = vocabulary.word_table(WORD_DIM)
        self.model = Tagger(table, len(vocabulary.chars) + 2, vocabulary.tags, vocabulary.scheme, lstm).to(device)
        self.dense = list(self.model.parameters())
        options = {"fused": True} if device.type == "cuda" else {}
        self.adam = torch.optim.Adam(self.dense, lr=LEARNING_RATE, **options)
        self.row_adam = RowAdam(self.model.table)
        self.epochs = 0

    def parameters(self):
        return self.model.table.numel() + sum(parameter.numel() for parameter in self.dense)

    def epoch(self, corpus, batch_size, numbers=None):
        """:returns: mean loss of a sentence, tokens, seconds"""
        model = self.model.train()
        learning_rate = LEARNING_RATE / (1 + DECAY * self.epochs)
        self.adam.param_groups[0]["lr"] = learning_rate
        self.epochs += 1
        total, sentences, tokens = torch.zeros((), device=self.device), 0, 0
        self.synchronize()
        started = time.perf_counter()
        for order in corpus.epoch(batch_size, numbers):
            batch = corpus.batch(order, self.vocabulary.rare, UNKNOWN_REPLACEMENT)
            tokens += len(batch.gold)
            sentences += len(order)
            total += self.step(to_device(batch, self.device), learning_rate)
        self.synchronize()
        return total.item() / sentences, tokens, time.perf_counter() - started

    def step(self, batch, learning_rate):
        rows = self.model.table[batch.words].requires_grad_()  # [W, E]
        loss = self.model.crf.loss(self.model(rows, batch), batch)
        self.adam.zero_grad(set_to_none=True)
        (loss / len(batch.last)).backward()
        clip([*(parameter.grad for parameter in self.dense), rows.grad])
        self.adam.step()
        self.row_adam.step(batch.words, rows.grad, learning_rate)
        return loss.detach()

    @torch.inference_mode()
    def tag(self, corpus, batch_size, numbers=None):
        """:returns: [(number of the sentence, its tags)]"""
        model = self.model.eval()
        answers = []
        for order in corpus.in_order(batch_size, numbers):
            batch = to_device(corpus.batch(order), self.device)
            paths = model.crf.decode(model(model.table[batch.words], batch), batch)
            answers += zip(order.tolist(), ([self.vocabulary.tags[tag] for tag in path] for path in paths))
        return answers

    def synchronize(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()


def clip(gradients):
    """Clips the global norm of all gradients, including those of the word vectors; on a GPU without synchronisation."""
    norm = torch.stack([gradient.norm() for gradient in gradients]).norm()
    if norm.is_cuda:
        torch._foreach_mul_(gradients, (CLIP_NORM / norm.clamp(min=CLIP_NORM)))
    elif norm > CLIP_NORM:
        torch._foreach_mul_(gradients, CLIP_NORM / float(norm))
