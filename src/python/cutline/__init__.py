# SPDX-License-Identifier: Apache-2.0
from . import _core

__doc__ = _core.__doc__
__version__ = _core.__version__

from ._core import (Candidate, Candidates, Graph, LimitError, Profile, Study, add_delay, add_family, from_edges,
                    from_networkx, load, measure, parse, set_threads)
from .cluster import dask_lines, merge, missing_parts, slurm_script
from .shown import Explanation, Figure, Found, Page, Ranking, compare

__all__ = ["Candidate", "Candidates", "Explanation", "Figure", "Found", "Graph", "LimitError", "Page", "Profile",
           "Ranking", "Study", "add_delay", "add_family", "compare", "dask_lines", "from_edges", "from_networkx", "load",
           "measure", "merge", "missing_parts", "parse", "set_threads", "slurm_script"]
