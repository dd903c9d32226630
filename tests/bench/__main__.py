"""Run the benchmarks named on the command line, or all of them; `--part 0.01` is a short one."""

import argparse
import importlib
import pkgutil
import sys

from tests import bench


def main(arguments: list[str]) -> None:
    """Call run() of every tests/bench/bench_NAME.py, which prints its own figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="all when none is given")
    parser.add_argument("--part", type=float, default=1, help="of the size; figures need 1")
    asked = parser.parse_args(arguments)
    for module in pkgutil.iter_modules(bench.__path__):
        name = module.name.removeprefix("bench_")
        if name != module.name and (not asked.names or name in asked.names):
            print(f"== {name}", flush=True)
            importlib.import_module(f"tests.bench.{module.name}").run(asked.part)


if __name__ == "__main__":
    main(sys.argv[1:])
