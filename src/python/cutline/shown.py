# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows: rankings, pictures, tables and pages, as methods of the compiled classes."""
import html
import pathlib

from . import _core
from ._core import Candidate, Candidates, Study
from .frames import frame, sweep


class _Text(str):
    """A text that can be written to a file."""

    def save(self, path):
        """Writes it to a file, in UTF-8, and gives the path."""
        pathlib.Path(path).write_text(self, encoding="utf-8")
        return path


class Figure(_Text):
    """A picture: the text of an SVG, which notebooks show."""

    def _repr_html_(self):
        return str(self)

    def __repr__(self):
        return f"<cutline.Figure: SVG of {len(self)} characters>"


class Page(_Text):
    """A page of HTML that needs nothing else; notebooks show it in a frame of its own."""

    def _repr_html_(self):
        return f'<iframe srcdoc="{html.escape(self)}" width="100%" height="600"></iframe>'

    def __repr__(self):
        return f"<cutline.Page: HTML of {len(self)} characters>"


class Ranking(list):
    """Ranked records: dictionaries with rank, rank_range and pareto, in the order of the spec.

    candidates: the Candidates that they describe. str() is what `cutline compare` prints."""

    def __init__(self, candidates):
        super().__init__(candidates.records(ranked=True))
        self.candidates = candidates

    def frame(self):
        """The records as a pandas.DataFrame: see Candidates.frame."""
        return frame(self.candidates, ranked=True)

    def __str__(self):
        return self.candidates.text()

    def _repr_html_(self):
        return self.candidates._html()


class Explanation(dict):
    """Where a number comes from: formula, numbers and sources. str() is what `cutline explain` prints."""

    def __init__(self, data, text):
        super().__init__(data)
        self.text = text

    def __str__(self):
        return self.text

    def _repr_html_(self):
        return f"<pre>{html.escape(self.text)}</pre>"


class Found(dict):
    """What a search found: the keys of `cutline search --format json`. str() is what is told of it.

    spec: the text of a spec of the networks found; study(): that spec as a Study, whose compare() ranks them."""

    def __init__(self, data, text, spec, folder):
        super().__init__(data)
        self.text, self.spec, self._folder = text, spec, folder

    def study(self):
        """The networks found as a Study. Raises ValueError where nothing was found."""
        if not self.spec:
            raise ValueError(f"the search found nothing\n{self.text}")
        return _core.parse(self.spec, self._folder)

    def __str__(self):
        return self.text

    def _repr_html_(self):
        return f"<pre>{html.escape(self.text)}</pre>"


def compare(spec, *, set={}, graphs={}, seed=None):
    """Ranks the candidates of a spec: a Ranking, the list of their records with rank, rank_range and pareto.

    spec: a path, a dictionary, or a Study; set, graphs, seed: as load takes them."""
    return _core._study_of(spec, set=set, graphs=graphs, seed=seed).compare()


def _draw(self, *, colour="dimension", show=(), view="", route=None, delay="", style="paper", width_mm=180):
    """The floorplan as a Figure, to scale, as `cutline draw` makes it.

    colour: what the colour of wires shows: dimension, length, delay, load or layer. show: parts to show; none: all.
    view: to_scale, schematic, planes or isometric. route: two nodes whose route is highlighted. delay: label or name of
    a delay model. width_mm: of the picture."""
    return Figure(self._draw(colour, list(show), view, route, delay, style, width_mm))


def _export(self, to, path=None, delay=""):
    """The files of another tool, as `cutline export --to` writes them: {ending: bytes}, the main file first.

    to: a name of `cutline list exports`. path: where to write the main file; others stand beside it with their endings.
    delay: label or name of a delay model. What was repaired, and what the target ignores, become warnings."""
    files, notes = self._export(to, delay, "" if path is None else str(path))
    for number, (ending, data) in enumerate(files):
        if path is not None:
            target = pathlib.Path(path)
            (target if number == 0 else target.with_suffix(ending)).write_bytes(data)
    return dict(files)


def _explain(self, measure, delay=""):
    """Where a number comes from, as `cutline explain` tells it: an Explanation.

    measure: a name ("latency") or key ("performance.latency_ns") of a quantity. delay: label or name of a model."""
    return Explanation(*self._explain(measure, delay))


def _candidate_html(self):
    return (self.draw() if self._has_layout else "") + self._html()


def _plot(self, what="", *, x="", y="", group="", log="", delay="", style="paper"):
    """A Figure as `cutline plot` draws it: of a kind, or of one quantity against another.

    what: a name of `cutline list figures`; without it x and y are quantities or parameters. group: what candidates of a
    series share; otherwise the family. log: logarithmic axes, "x", "y" or "xy". delay: one delay model alone."""
    if bool(what) == bool(x or y) or bool(x) != bool(y):
        raise ValueError('a plot needs a kind, as plot("profile"), or x and y')
    return Figure(self._plot(what, x, y, group, log, delay, style))


def _report(self):
    """The whole study as one Page of HTML, as `cutline report` writes it. Needs layouts."""
    return Page(self._report())


def _study_compare(self):
    """Evaluates and ranks all candidates: a Ranking."""
    return Ranking(self.evaluate(layouts=False))


def _study_plot(self, what="", **choices):
    """Evaluates the candidates and plots them: see Candidates.plot."""
    return self.evaluate().plot(what, **choices)


def _study_draw(self, candidate, **choices):
    """Evaluates the study and draws the candidate of this name: see Candidate.draw."""
    return self.evaluate()[candidate].draw(**choices)


def _study_report(self):
    """Evaluates the study and writes it as one Page of HTML."""
    return self.evaluate().report()


def _search(self):
    """Runs the search that the spec asks for: see Found."""
    return Found(*self._search(), self._folder)


def _study_html(self):
    rows = "".join(f"<li>{html.escape(name)}</li>" for name in self.names[:20])
    more = f"<p>and {len(self) - 20} more</p>" if len(self) > 20 else ""
    return f"<p><b>{html.escape(self.title)}</b>: {len(self)} candidates</p><ul>{rows}</ul>{more}"


def _candidates_html(self):
    return self._html()


def _attach(owner, **methods):
    for name, method in methods.items():
        method.__name__ = name
        method.__qualname__ = f"{owner.__name__}.{name}"
        setattr(owner, name, method)


_attach(Candidate, draw=_draw, export=_export, explain=_explain, _repr_html_=_candidate_html)
_attach(Candidates, plot=_plot, report=_report, frame=frame, _repr_html_=_candidates_html)
_attach(Study, compare=_study_compare, plot=_study_plot, draw=_study_draw, report=_study_report, search=_search,
        sweep=sweep, _repr_html_=_study_html)
Study.read = staticmethod(_core.load)
Study.from_dict = staticmethod(_core.parse)
