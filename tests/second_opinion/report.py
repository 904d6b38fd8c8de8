# SPDX-License-Identifier: Apache-2.0
"""What is compared: quantities of one record, each with our value and the program's."""

import math
from collections import Counter
from dataclasses import dataclass

DIGITS = 1e-9  # relative
NOTHING = 1e-18  # what is left of a sum that is 0


@dataclass
class Disagreement:
    candidate: str
    quantity: str
    ours: object
    theirs: object
    why: str

    def __str__(self):
        return f"{self.candidate}: {self.quantity}: ours {self.ours}, theirs {self.theirs} ({self.why})"


class Report:
    """Disagreements of a spec, and how often each quantity was compared."""

    def __init__(self):
        self.found, self.compared, self.skipped = [], Counter(), Counter()

    def skip(self, what, why):
        self.skipped[f"{what}: {why}"] += 1


class Comparison:
    """Compares the quantities of one record."""

    def __init__(self, record, report):
        self.record, self.report = record, report

    def theirs(self, key):
        value = self.record
        for part in key.split("."):
            if value is None:
                return None
            value = value[int(part)] if isinstance(value, list) else value.get(part)
        return value

    def disagree(self, key, ours, theirs, why):
        self.report.found.append(Disagreement(self.record["name"], key, ours, theirs, why))

    def same(self, key, ours, why, theirs=None):
        """Counts and texts are equal, real numbers to nine digits."""
        theirs = self.theirs(key) if theirs is None else theirs
        self.report.compared[key] += 1
        if isinstance(ours, float) or isinstance(theirs, float):
            good = theirs is not None and ours is not None and math.isclose(ours, theirs, rel_tol=DIGITS,
                                                                            abs_tol=NOTHING)
        else:
            good = ours == theirs
        if not good:
            self.disagree(key, ours, theirs, why)

    def at_most(self, key, ours, why, theirs=None):
        """The program's value is at most ours; a null is no bound."""
        theirs = self.theirs(key) if theirs is None else theirs
        if theirs is None:
            return
        self.report.compared[key] += 1
        if theirs > ours + DIGITS * abs(ours):
            self.disagree(key, ours, theirs, "at most: " + why)

    def at_least(self, key, ours, why, theirs=None):
        theirs = self.theirs(key) if theirs is None else theirs
        if theirs is None:
            return
        self.report.compared[key] += 1
        if theirs < ours - DIGITS * abs(ours):
            self.disagree(key, ours, theirs, "at least: " + why)

    def true(self, key, holds, ours, theirs, why):
        self.report.compared[key] += 1
        if not holds:
            self.disagree(key, ours, theirs, why)
