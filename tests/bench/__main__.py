"""Run the benchmarks named on the command line, or all of them."""

import importlib
import pkgutil
import sys

from tests import bench


def main(names: list[str]) -> None:
    """Call run() of every tests/bench/bench_NAME.py, which prints its own figures."""
    for module in pkgutil.iter_modules(bench.__path__):
        name = module.name.removeprefix("bench_")
        if name != module.name and (not names or name in names):
            print(f"== {name}")
            importlib.import_module(f"tests.bench.{module.name}").run()


if __name__ == "__main__":
    main(sys.argv[1:])
