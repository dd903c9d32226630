"""What somebody tries who means harm: none of it gets in, none of it breaks a page."""
