# SPDX-License-Identifier: Apache-2.0
"""Records as DataFrames of pandas, which is loaded when the first of them is asked for."""
import itertools

from . import _core


def _table(candidates, ranked, first):
    import pandas

    columns = candidates._columns(ranked)
    beside = {key: [value] * len(columns["name"]) for key, value in first.items() if key not in columns}
    table = pandas.DataFrame({**beside, **columns})
    units = _core._units(candidates.study)
    table.attrs["units"] = {key: unit for key, unit in units.items() if key in columns}
    return table


def frame(candidates, ranked=False):
    """The records as a pandas.DataFrame, one row a candidate and delay model; pandas must be installed.

    Columns have the dotted keys of records ("performance.latency_ns"), those of a sweep among them
    ("swept.topology.radix", as the spec writes its values). Numbers are int64, or float64 with NaN for null.
    attrs["units"] has the unit of each column that has one. Lists of a record, as its notes, are left out: see records().

    ranked: also rank and pareto."""
    return _table(candidates, ranked, {})


def sweep(study, axes=None, ranked=False):
    """Evaluates the study, and each combination of further values: a pandas.DataFrame as Candidates.frame gives it.

    axes: values by dotted key of the spec, as {"message": ["64 bits", "1 kbit"]}: each has a column of that name, unless
        records have it, and the last one changes fastest. Without it, the candidates of the spec, its sweeps drawn out.
    ranked: also rank and pareto among the candidates of one combination."""
    axes = dict(axes or {})
    if not axes:
        return frame(study.evaluate(layouts=False), ranked)
    import pandas

    points = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    tables = [_table(study.with_values(at).evaluate(layouts=False), ranked, at) for at in points]
    table = pandas.concat(tables, ignore_index=True)
    table.attrs["units"] = tables[0].attrs["units"]
    return table
