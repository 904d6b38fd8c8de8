# SPDX-License-Identifier: Apache-2.0
"""What no valid spec may lead to: signals, internal errors, broken limits, numbers that are none, and failed proofs."""
import json
import re

from running import PLACE

ENDED = {0, 1, 2, 3, 4}
NO_NUMBER = re.compile(r"(?<![\w.\"'#-])[-+]?(?:nan|inf|infinity)(?![\w\"'-])", re.IGNORECASE)
SCRIPT = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
LIMIT_OF_TIME = {-24, -9}
# Keys of records whose numbers may be negative.
NOT_COUNTED = ("rotation", "besides_cycles", "predicted_cycles", "measured.error", "measured_mean_error")


class Offence(Exception):
    """A fault: its kind and what tells its cause apart from others; `detail` is for people."""

    def __init__(self, kind, cause, detail, command=()):
        super().__init__(f"{kind}: {cause}")
        self.kind, self.cause, self.detail, self.command = kind, cause, detail, list(command)

    @property
    def signature(self):
        return f"{self.kind}: {self.cause}"


def general(sentence):
    """A sentence without what differs from spec to spec: numbers, names, lists of them."""
    sentence = re.sub(r"/[\w/.+-]*/(src|include|tests)/", r"\1/", sentence)
    sentence = re.sub(r"'[^']*'", "'X'", sentence)
    sentence = re.sub(r"(?<![\w.])-?\d[\d.,]*(e[-+]?\d+)?", "N", sentence)
    return re.sub(r"\bN( x N)+\b", "N x N", re.sub(r"N( to N)+", "N to N", sentence))[:160]


def of_answer(answer, placed=True):
    """Offences of one run, whatever the command is. `placed`: an error of the input says where it is."""
    name = answer.command[0]
    if answer.code in LIMIT_OF_TIME:
        yield Offence("too slow", name, "", answer.command)
        return
    if answer.code not in ENDED:
        told = [line for line in answer.err.splitlines() if line.strip()]
        key = next((line for line in told if "error" in line.lower()), "")
        cause = f"in {answer.where}" if answer.where else general(key) if key else f"in {name}"
        yield Offence("ended", f"{answer.code} {cause}", answer.err[:2000], answer.command)
        return
    if answer.code == 4 and not PLACE.search(answer.err) and name in ("measure", "check", "compare"):
        yield Offence("refused by a limit", general(answer.said()), answer.err[:1000], answer.command)
    if answer.code in (2, 3):
        if placed and not PLACE.search(answer.err):
            yield Offence("error without a place", general(answer.said()), answer.err[:1000], answer.command)
        if answer.out or answer.files:
            yield Offence("output beside an error", f"{name}: {general(answer.said())}", answer.err[:1000],
                          answer.command)
    if answer.code != 0 and not answer.err and not answer.out and not answer.files:
        yield Offence("no word", name, f"code {answer.code}", answer.command)
    for text in (answer.out, *answer.files.values()):
        text = SCRIPT.sub("", text)
        if "\0" not in text and (found := NO_NUMBER.search(text)):  # bytes of GDS, OASIS and NumPy are no text
            around = text[max(0, found.start() - 90):found.end() + 30]
            yield Offence("no number", f"{' '.join(answer.command[:1])} {general(around.strip().splitlines()[0])[:80]}",
                          around, answer.command)


def negatives(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from negatives(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for inner in value:
            yield from negatives(inner, path)
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
        yield path, value


def of_records(answer):
    """Negative numbers in what `measure` found."""
    if answer.code not in (0, 1) or not answer.out.startswith("{"):
        return
    for record in json.loads(answer.out)["candidates"]:
        for path, value in negatives({key: inner for key, inner in record.items() if key != "parameters"}):
            if not path.endswith(NOT_COUNTED):
                yield Offence("negative", path, f"{record['name']}: {path} = {value}", answer.command)


def of_check(answer):
    """Layouts that do not keep the rules."""
    if answer.code not in (0, 1) or not answer.out.startswith("["):
        return
    for row in json.loads(answer.out):
        if row.get("passed") is False:
            first = (row["violations"] or [{}])[0]
            told = first if isinstance(first, str) else first.get("rule") or first.get("kind") or json.dumps(first)
            yield Offence("check failed", general(str(told)), json.dumps(row)[:2000], answer.command)
