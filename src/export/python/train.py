"""Trains a Tagsmith model further in PyTorch: in one process or, under torchrun, in several, on one or more machines.

    python tagger.py train MODEL --train TRAIN --dev DEV --out NEW.zip
    torchrun --nproc_per_node 4 tagger.py train MODEL --train TRAIN --dev DEV --out NEW.zip

`python train.py MODEL …` is the same. TRAIN and DEV are files of columns: the token first, its tag last, a blank line
after each sentence. Both options take several files. Every process reads all of them; they must be the same on every
machine, like MODEL. The code is in tagsmith_torch/training.
"""

import sys

from tagsmith_torch.training.command_line import main

if __name__ == "__main__":
    main(sys.argv[1:])
