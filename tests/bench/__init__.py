"""Measurements: `make bench` runs each bench_*.py beside this file."""
