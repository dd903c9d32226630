"""A hall full of people against the real server: `make load`; `make kill` pulls its plug."""
