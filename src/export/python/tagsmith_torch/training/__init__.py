"""Training in PyTorch: in one process or, under torchrun, in several, on one or more machines.

Training is the same as in Tagsmith: batches, unknown replacement, dropout masks, update rules, learning rates and
weight averaging are functions of the seed. Each process takes a share of the sentences of each batch. The gradient is
that of the whole batch, so that any number of processes gives the same model, up to the order of sums.

If the model reads documents, a process also computes the states of the sentences that its own sentences link to.

Shapes, besides those of `tagsmith_torch`: B sentences of a batch, b of them in this process, W distinct words of a
batch.
"""
