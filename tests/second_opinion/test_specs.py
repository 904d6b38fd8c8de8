# SPDX-License-Identifier: Apache-2.0
"""The program and the second opinion agree on some specs of ours and of the gallery: test_specs.py PROGRAM."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
GALLERY = HERE.parents[1] / "layouts" / "gallery"
OF_GALLERY = ["first.yaml", "mapping.yaml", "stack.yaml", "tile-kinds.yaml", "families/ring.yaml", "families/kautz.yaml",
              "families/complete.yaml"]


def main(program):
    try:
        import networkx  # noqa: F401
        import numpy  # noqa: F401
        import yaml  # noqa: F401
    except ImportError as missing:
        print(f"{missing.name} is not installed: tests skipped")
        return 0
    import second_opinion

    specs = sorted((HERE / "specs").glob("*.yaml")) + [GALLERY / name for name in OF_GALLERY]
    return second_opinion.main([program, *map(str, specs)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
