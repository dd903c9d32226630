"""Seeds nobody can foresee, short enough to be read out."""

import secrets

SEED_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What a seed is made of: nothing that is misread on paper (0 O, 1 I L)."""


def new_seed() -> str:
    """Choose a seed: ``K7Q4-M2XR``."""
    letters = [secrets.choice(SEED_LETTERS) for _letter in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"
