"""Measures the speed of train.py in one process and in two, with one thread each.

    python processes.py MODEL.zip TRAIN.conll

Prints tokens per second by batch size: the median of alternating rounds. Times cover whole steps: batches, gradients,
updates and averages. They are given as wall-clock time, and as processor time of the slower process, which does not depend
on other load, but excludes time spent waiting. MODEL.zip is exported by Tagsmith.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

BATCHES = (8, 32, 128)
STEPS, WARM_UP, ROUNDS = 8, 2, 3


def measure(model: str, data: str, batch_size: int) -> None:
    import torch
    from tagger import Tagger
    from tagsmith_torch.training.columns import read_corpus
    from tagsmith_torch.training.corpus import Corpus, epoch_batches
    from tagsmith_torch.training.processes import Processes
    from tagsmith_torch.training.run import Run

    torch.set_num_threads(1)
    processes = Processes(device="cpu")
    tagger = Tagger.load(model)
    tagger.config["batchSize"] = batch_size
    sentences = read_corpus(data, tagger, None)
    run = Run(tagger, Corpus(tagger, sentences), Corpus(tagger, sentences[:1]), processes)
    batches = epoch_batches(run.train, batch_size, 1, 1)[: STEPS + WARM_UP]
    for i, chosen in enumerate(batches):
        if i == WARM_UP:
            started, computed = time.perf_counter(), time.process_time()
        run.step += 1
        run.train_step(chosen, 1e-3)
    seconds = [time.perf_counter() - started, max(processes.gather(time.process_time() - computed))]
    tokens = sum(int(run.train.lengths[chosen].sum()) for chosen in batches[WARM_UP:])
    processes.close()
    if processes.rank == 0:
        print(json.dumps([tokens / duration for duration in seconds]))


def rate(folder: str, count: int, port: int, arguments: list) -> list:
    common = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "WORLD_SIZE": str(count)}
    common.update({"OMP_NUM_THREADS": "1", "PYTHONPATH": folder})
    command = [sys.executable, os.path.abspath(__file__), "--measure", *arguments]
    runs = [
        subprocess.Popen(command, env={**common, "RANK": str(rank), "LOCAL_RANK": str(rank)}, stdout=subprocess.PIPE)
        for rank in range(count)
    ]
    outputs = [run.communicate()[0] for run in runs]
    return json.loads(outputs[0])


def main(model: str, data: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(model) as bundle:
            bundle.extractall(folder, [name for name in bundle.namelist() if name.endswith(".py")])
        for batch_size in BATCHES:
            rates = {1: [], 2: []}
            for turn in range(ROUNDS):
                for count in rates:
                    arguments = [os.path.abspath(model), os.path.abspath(data), str(batch_size)]
                    rates[count].append(rate(folder, count, 29600 + 2 * turn + count, arguments))
            for kind, what in enumerate(("clock", "processor")):
                one, two = (statistics.median(pair[kind] for pair in rates[count]) for count in (1, 2))
                print(
                    f"batch {batch_size}, {what}: {one:,.0f} and {two:,.0f} tokens/s, ratio {two / one:.2f}", flush=True
                )


if __name__ == "__main__":
    if sys.argv[1] == "--measure":
        measure(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main(sys.argv[1], sys.argv[2])
