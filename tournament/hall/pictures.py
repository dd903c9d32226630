"""Pictures for the screens: received, drawn anew, and never sent as they came."""

from __future__ import annotations

import warnings
from hashlib import sha256
from io import BytesIO

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from tournament.models import Club, Picture
from tournament.text import tidy

KINDS = ("PNG", "JPEG", "GIF", "WEBP")
MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = {"JPEG": 64_000_000}
"""A telephone's photograph, of which Pillow reads a half or a quarter at once."""
MOST_PIXELS_OTHERWISE = 9_000_000
"""What is read whole: a small file may hold many more, to fill a server's memory."""
LARGEST = (1920, 1080)
MOST = 24
"""Pictures of a club."""

UNREADABLE = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
"""What Pillow raises for a file that is no picture, or a spoilt one."""


def add_picture(club: Club, title: str, upload: UploadedFile) -> Picture:
    """Keep a picture; the same one twice is one. Raises ``ValidationError`` by field."""
    drawn = redrawn(upload)
    content = _as_png(drawn)
    digest = sha256(content).hexdigest()
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        if made := club.pictures.filter(digest=digest).first():
            return made
        if club.pictures.count() >= MOST:
            said = _("A club keeps %(most)s pictures at most: remove one first.")
            raise ValidationError({"file": said % {"most": MOST}})
        picture = Picture(
            club=club,
            title=tidy(title),
            content=content,
            digest=digest,
            width=drawn.width,
            height=drawn.height,
        )
        picture.full_clean()
        picture.save(force_insert=True)
    return picture


def redrawn(upload: UploadedFile) -> Image.Image:
    """Read a picture as far as it may be read, turned upright and no larger than a screen.

    Only its first image, without anything that was written in it beside the pixels: where it
    was taken, when, by what.
    """
    if upload.size is None or upload.size > MOST_BYTES:
        said = _("This file has more than %(most)s MB: choose a smaller picture.")
        raise ValidationError({"file": said % {"most": MOST_BYTES // 1024 // 1024}})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(upload, formats=KINDS) as image:
                # Only the head is read so far.
                most = MOST_PIXELS.get(image.format or "", MOST_PIXELS_OTHERWISE)
                if image.width * image.height > most:
                    raise ValidationError({"file": _("This picture has too many pixels.")})
                image.draft("RGB", LARGEST)
                upright = ImageOps.exif_transpose(image)
                has_holes = "A" in upright.getbands() or "transparency" in upright.info
                plain = upright.convert("RGBA" if has_holes else "RGB")
    except UNREADABLE as error:
        said = _("This is no picture that can be read: choose a PNG, JPEG, GIF or WebP file.")
        raise ValidationError({"file": said}) from error
    plain.thumbnail(LARGEST)
    return plain


def remove_picture(club: Club, key: int) -> None:
    """Drop a picture of a club; a second click changes nothing."""
    club.pictures.filter(pk=key).delete()


def _as_png(image: Image.Image) -> bytes:
    written = BytesIO()
    # What the file said beside its pixels stays behind.
    image.info.clear()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()
