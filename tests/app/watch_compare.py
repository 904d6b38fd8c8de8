#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes files under `compare --watch`, at a terminal and in a pipe, and looks at what it shows.

Prints what is wrong, and nothing if all is well. Usage: watch_compare.py PROGRAM
"""
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE_S = 60
SPEC = """cutline: 1
candidates:
  - {name: given, topology: {family: graph, file: links.txt}}
  - {name: mesh, topology: {family: mesh, radix: 2, dimensions: 2}}
"""
SQUARE = "0 1\n1 2\n2 3\n3 0\n"
LINE = "0 1\n1 2\n2 3\n"
CLEARED = "\x1b[2J"


class Watched:
    def __init__(self, program, folder, terminal):
        self.folder = folder
        self.text = ""
        own, other = pty.openpty() if terminal else os.pipe()
        # The first end of the pipe is its reading end.
        self.reads = own
        self.process = subprocess.Popen(
            [program, "compare", "spec.yaml", "--watch"], cwd=folder, stdin=subprocess.DEVNULL, stdout=other,
            stderr=other, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        os.close(other)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def shows(self, words):
        """Whether the words come after those seen before; if so, they count as seen."""
        end = time.monotonic() + PATIENCE_S
        while words not in self.text:
            if time.monotonic() > end or not select.select([self.reads], [], [], PATIENCE_S)[0]:
                return False
            piece = os.read(self.reads, 65536).decode()
            if not piece:
                return False
            self.text += piece
        self.text = self.text[self.text.index(words) + len(words):]
        return True

    def ends(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE_S)


def trouble_at(program, folder, terminal):
    (folder / "spec.yaml").write_text(SPEC)
    (folder / "links.txt").write_text(SQUARE)
    watched = Watched(program, folder, terminal)
    time_of_run = [CLEARED, "spec.yaml"] if terminal else []
    steps = [(None, None, time_of_run + ["wins"]),
             ("links.txt", LINE, time_of_run + ["wins"]),
             ("spec.yaml", SPEC.replace("radix", "radixx"), time_of_run + ["error:", "radixx"]),
             ("spec.yaml", SPEC + "title: mended\n", time_of_run + ["mended", "wins"]),
             ("links.txt", "0 1\n1 x\n", time_of_run + ["links.txt:2"]),
             ("links.txt", SQUARE, time_of_run + ["mended", "wins"])]
    for name, text, expected in steps:
        if name:
            watched.write(name, text)
        for words in expected:
            if not watched.shows(words):
                watched.process.kill()
                return f"after {name} it does not show '{words}' but: {watched.text}"
    code = watched.ends()
    return None if code == 130 else f"it exits {code}"


def main():
    program = os.path.abspath(sys.argv[1])
    for terminal in (True, False):
        with tempfile.TemporaryDirectory() as name:
            trouble = trouble_at(program, pathlib.Path(name), terminal)
        if trouble:
            print(f"{'terminal' if terminal else 'pipe'}: {trouble}")


main()
