# SPDX-License-Identifier: Apache-2.0
"""Runs the program on a spec within limits of time and memory, and takes keys out of a spec that do not go together."""
import copy
import dataclasses
import pathlib
import re
import shutil
import signal
import subprocess

SECONDS = 5  # of the processor, so that a busy machine changes nothing
SECONDS_OF_SANITIZERS = 90
BYTES = 1 << 30
PLACE = re.compile(r"^(?:error: )?(?P<file>[^:\n]+):(?P<line>\d+)(?::\d+)?: error: (?P<sentence>.*)", re.MULTILINE)


@dataclasses.dataclass
class Answer:
    command: list
    code: int  # negative: the signal that ended it
    out: str
    err: str
    files: dict  # what it wrote, by name

    where: str = ""  # of a signal, the function where it came

    def said(self):
        """The first sentence of its error."""
        found = re.search(r"error: (.*)", self.err)
        return found[1] if found else (self.err.strip().splitlines() or [""])[0]


class Runner:
    """Runs commands in a folder that holds one spec. `free`: no limit of memory and more
    time, for sanitizers."""

    def __init__(self, program, folder, free=False):
        self.program, self.folder, self.free = str(pathlib.Path(program).resolve()), pathlib.Path(folder), free
        self.runs = 0

    def put(self, spec):
        self.folder.mkdir(parents=True, exist_ok=True)
        for path in self.folder.iterdir():
            path.unlink()
        for name, text in [*spec.files.items(), ("spec.yaml", spec.text())]:
            (self.folder / name).write_text(text)

    def __call__(self, *command, threads=1):
        seconds = SECONDS_OF_SANITIZERS if self.free else SECONDS
        limits = ["prlimit", f"--cpu={seconds}:{seconds + 1}", "--core=0", *([] if self.free else [f"--as={BYTES}"])]
        before = {path.name for path in self.folder.iterdir()}
        self.runs += 1
        full = [self.program, *command] + (["--threads", str(threads)] if command[0] != "merge" else [])
        done = subprocess.run(limits + full, cwd=self.folder, capture_output=True, check=False,
                              stdin=subprocess.DEVNULL, close_fds=False)
        files = {}
        for path in sorted(self.folder.iterdir()):
            if path.name not in before:
                files[path.name] = path.read_bytes().decode(errors="replace")
                path.unlink()
        crashed = -done.returncode in (signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGBUS, signal.SIGILL)
        return Answer(list(command), done.returncode, done.stdout.decode(errors="replace"),
                      done.stderr.decode(errors="replace"), files, self.top_of_stack(full) if crashed else "")

    def top_of_stack(self, command):
        """The innermost function of ours where the command crashes, if gdb is installed."""
        if not shutil.which("gdb"):
            return ""
        traced = subprocess.run(["gdb", "-q", "-batch", "-ex", "run", "-ex", "bt 20", "--args", *command], check=False,
                                cwd=self.folder, capture_output=True, text=True, errors="replace")
        said = traced.stdout.replace("(anonymous namespace)::", "")
        frame = re.search(r"^#\d+ .*? in (?:\w+ )?(cutline::.*?)\(", said, re.MULTILINE)
        return frame[1].split("<")[0] if frame else ""


def without(document, path):
    """The document without what stands at this path of keys and indices, nor maps that have nothing else: a list but
    that of candidates goes whole."""
    first = next((i for i, key in enumerate(path) if isinstance(key, int) and i != 1), len(path))
    path = path[:first]
    document = copy.deepcopy(document)
    holders = [document]
    for key in path[:-1]:
        holders.append(holders[-1][key])
    del holders[-1][path[-1]]
    for holder, key in reversed(list(zip(holders, path[:-1]))):
        if holder[key] == {}:
            del holder[key]
    return document


def repaired(spec, answer):
    """The spec without the keys at which its errors are, or None where one of them is needed."""
    lines = list(spec.lines())
    paths = {lines[int(number) - 1][1] for name, number in re.findall(r"^([^:\n]+):(\d+)[^\n]*: error: ", answer.err,
                                                                      re.MULTILINE)
             if name.endswith("spec.yaml") and int(number) <= len(lines)}
    document = spec.document
    for path in sorted(paths, key=lambda found: tuple(map(str, found)), reverse=True):
        if path[0] == "candidates" and (len(path) < 3 or path[2] == "topology" or path[-1] == "name"):
            return None
        if path[0] == "candidates" and path[2] == "planes" and (len(path) < 5 or path[4] == "topology"):
            return None
        if path[0] in ("cutline",) or len(path) == 0:
            return None
        try:
            document = without(document, path)
        except (KeyError, IndexError):
            continue  # a part of what went already
    return dataclasses.replace(spec, document=document) if paths and document != spec.document else None
