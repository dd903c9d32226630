"""Pictures for the screens: received, drawn anew, and never sent as they came."""

from __future__ import annotations

import struct
from hashlib import sha256
from io import BytesIO
from math import ceil

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import ExifTags, Image
from PIL.JpegImagePlugin import JpegImageFile

from tournament.models import Club, Picture
from tournament.text import tidy

KINDS = ("PNG", "JPEG", "GIF", "WEBP")
MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 9_000_000
"""What is read whole: a small file may hold many more, to fill a server's memory."""
MOST_OF_A_PHOTOGRAPH = 64_000_000
"""A JPEG is read at a half, a quarter or an eighth at once, without ever being whole."""
MOST_IN_STEPS = 25_000_000
"""A JPEG that is sent coarse first is held whole all the same, until its last step."""
MOST_STEPS = 200
"""Telephones and programs send ten; thousands, of a few bytes each, draw the whole anew each
time. A film after a photograph may hold a few by chance."""
STEP = b"\xff\xda"
LARGEST = (1920, 1080)
MOST = 24
"""Pictures of a club."""

UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""How each orientation that a telephone notes is turned upright."""

UNREADABLE = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    TypeError,
    struct.error,
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
        with Image.open(upload, formats=KINDS) as image:
            # Only the head is read so far.
            if image.width * image.height > _most_pixels(image):
                raise ValidationError({"file": _("This picture has too many pixels.")})
            if isinstance(image, JpegImageFile) and _steps(upload) > MOST_STEPS:
                raise ValueError("thousands of steps")
            image.draft("RGB", least_size(image))
            upright = _upright(image)
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


def _most_pixels(image: Image.Image) -> int:
    # Telephones join a second image to a photograph, which is a JPEG all the same.
    if not isinstance(image, JpegImageFile):
        return MOST_PIXELS
    return MOST_IN_STEPS if "progressive" in image.info else MOST_OF_A_PHOTOGRAPH


def _steps(upload: UploadedFile) -> int:
    here = upload.tell()
    upload.seek(0)
    steps = upload.read().count(STEP)
    upload.seek(here)
    return steps


def least_size(image: Image.Image) -> tuple[int, int]:
    """Return the least size to read a photograph at, whichever way up it is."""
    longest, shortest = LARGEST
    flat = min(longest / image.width, shortest / image.height)
    upright = min(shortest / image.width, longest / image.height)
    share = min(1.0, max(flat, upright))
    return ceil(image.width * share), ceil(image.height * share)


def _upright(image: Image.Image) -> Image.Image:
    # Pillow's own way writes the notes beside the pixels anew, and fails where one is spoilt.
    turn = UPRIGHT.get(image.getexif().get(ExifTags.Base.Orientation))
    return image if turn is None else image.transpose(turn)


def _as_png(image: Image.Image) -> bytes:
    written = BytesIO()
    # What the file said beside its pixels stays behind.
    image.info.clear()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()
