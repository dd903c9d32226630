"""A season of evenings in accelerated time: people use every feature at random, for hours.

Each does what a person in his place does: follows a link of the page he sees, or fills in one
of its forms with something sensible, sooner what was used least so far. No address and no field
is written down here, so that a feature added to the site is used without a line more.
"""
