"""The shapes of a contest, one module a shape: pure, seeded, nothing of Django."""
