"""Runs Python programs in forks of a process that has imported PyTorch, which takes seconds.

    python3 warm_python.py serve SOCKET          until its standard input ends
    python3 warm_python.py run SOCKET ARGS...    as `python3 ARGS...`, with this process's streams, folder and environment
"""
import atexit
import gc
import json
import os
import select
import signal
import socket
import sys
import threading
import time

_, command, address, *args = sys.argv
PATIENCE = 120  # seconds, for a server that still imports


def run():
    client = socket.socket(socket.AF_UNIX)
    end = time.monotonic() + PATIENCE
    while client.connect_ex(address) != 0:
        if time.monotonic() > end:
            sys.exit("warm_python.py: the server does not answer")
        time.sleep(0.05)
    socket.send_fds(client, [json.dumps([os.getcwd(), dict(os.environ), args]).encode()], [0, 1, 2])
    client.shutdown(socket.SHUT_WR)
    os._exit(int(client.recv(8) or b"1"))


def serve():
    """Returns in each fork, with the arguments of its program."""
    import torch

    gc.collect()
    gc.freeze()  # a collection in a fork would write to the pages of all that PyTorch has imported, and so copy them
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks that wait for programs
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if listener not in ready:
            os._exit(0)
        client, _ = listener.accept()
        message, streams, _, _ = socket.recv_fds(client, 2**20, 3)
        while part := client.recv(2**20):
            message += part
        if os.fork() != 0:
            for stream in streams:
                os.close(stream)
            client.close()
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        child = os.fork()
        if child == 0:
            folder, environment, program = json.loads(message)
            for stream, copy in enumerate(streams):
                os.dup2(copy, stream)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(environment)
            if "OMP_NUM_THREADS" in environment:  # PyTorch has read it already
                torch.set_num_threads(int(environment["OMP_NUM_THREADS"]))
            return program
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        client.sendall(str(status if status >= 0 else 128 - status).encode())
        os._exit(0)


def execute(program):
    """Returns the exit status, and prints what Python prints of an exception."""
    if program[0] == "-B":
        sys.dont_write_bytecode = True
        program = program[1:]
    sys.path[0] = "" if program[0] == "-c" else os.path.dirname(program[0])
    try:
        if program[0] == "-c":
            sys.argv = ["-c", *program[2:]]
            exec(compile(program[1], "<string>", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
        else:
            import runpy

            sys.argv = program
            runpy.run_path(program[0], run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


if command == "run":
    run()
status = execute(serve())
threading._shutdown()
atexit._run_exitfuncs()
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)  # without taking down PyTorch, which takes ten times as long as a fork
