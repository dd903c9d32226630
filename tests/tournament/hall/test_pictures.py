"""Pictures for the screens: drawn anew, bounded, served by what they are."""

from __future__ import annotations

import struct
from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from tests.tournament.builders import a_club, a_picture, a_tournament, a_user, an_image
from tournament.hall.pictures import (
    MOST,
    MOST_BYTES,
    add_picture,
    least_size,
    redrawn,
    remove_picture,
)
from tournament.models import Picture
from tournament.prints.pdf import lay_out

pytestmark = pytest.mark.django_db


def written(image: Image.Image, kind: str, **said: object) -> SimpleUploadedFile:
    content = BytesIO()
    image.save(content, kind, **said)
    return SimpleUploadedFile("photo", content.getvalue())


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_whatever_comes_is_kept_as_a_picture_without_what_was_written_beside_it(kind):
    image = Image.new("RGB", (60, 40), "red")
    exif = Image.Exif()
    exif[0x010E] = "Chez Jeanine"
    exif[0x0112] = 6
    said = {"exif": exif} if kind != "GIF" else {"comment": b"Chez Jeanine"}
    picture = add_picture(a_club(), "Le club", written(image, kind, **said))
    content = bytes(picture.content)
    assert content.startswith(b"\x89PNG")
    assert b"Jeanine" not in content
    with Image.open(BytesIO(content)) as kept:
        assert kept.size == (picture.width, picture.height)
        # Turned upright, as the telephone said that it was held.
        assert kept.size == ((60, 40) if kind == "GIF" else (40, 60))


def test_a_large_picture_becomes_as_large_as_a_screen():
    picture = add_picture(a_club(), "Le club", an_image("JPEG", (6000, 4000)))
    assert (picture.width, picture.height) == (1620, 1080)


def test_a_telephone_s_photograph_is_kept_with_the_second_image_that_it_carries():
    content = BytesIO()
    photograph, more = Image.new("RGB", (3024, 4032)), Image.new("RGB", (30, 40))
    photograph.save(content, "MPO", save_all=True, append_images=[more])
    picture = add_picture(a_club(), "Le club", SimpleUploadedFile("a.jpg", content.getvalue()))
    assert (picture.width, picture.height) == (810, 1080)


ORIENTATION = struct.pack(">HHI4s", 0x112, 3, 1, b"\0\6\0\0")
SPOILT = (
    struct.pack(">HHI4s", 0x10E, 5, 1, b"\0\0\0\x08"),
    struct.pack(">HHI4s", 0x100, 2, 4, b"abc\0"),
    struct.pack(">HHI4s", 0x11A, 7, 4, b"abcd"),
)
"""What should be words and is a fraction, figures and are words, a fraction and is neither."""


@pytest.mark.parametrize("spoilt", SPOILT)
def test_notes_that_are_spoilt_do_not_keep_a_photograph_from_being_turned(spoilt):
    notes = b"".join(sorted([ORIENTATION, spoilt]))
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 2) + notes + bytes(4)
    picture = add_picture(a_club(), "Le club", written(Image.new("RGB", (8, 6)), "JPEG", exif=exif))
    assert (picture.width, picture.height) == (6, 8)


def test_no_photograph_is_read_larger_than_it_is_shown():
    strip = written(Image.new("RGB", (40_000, 800)), "JPEG")
    assert redrawn(strip).size == (1920, 38)
    with Image.open(strip) as image:
        image.draft("RGB", least_size(image))
        assert image.size == (5000, 100)


def test_a_photograph_that_comes_in_steps_is_held_whole_and_may_have_fewer_pixels():
    with pytest.raises(ValidationError):
        redrawn(written(Image.new("RGB", (6000, 5000)), "JPEG", progressive=True))


@pytest.mark.parametrize(
    "upload",
    [
        SimpleUploadedFile("a.png", b"not a picture"),
        SimpleUploadedFile("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
        SimpleUploadedFile("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 60),
        SimpleUploadedFile("a.jpg", b"\xff\xd8\xff" * 10),
        SimpleUploadedFile("a.png", b"x" * (MOST_BYTES + 1)),
    ],
)
def test_what_is_no_picture_or_too_heavy_is_refused(upload):
    with pytest.raises(ValidationError) as refused:
        add_picture(a_club(), "Le club", upload)
    assert "file" in refused.value.error_dict


def test_a_small_file_of_too_many_pixels_is_never_unfolded():
    upload = an_image("PNG", (4000, 4000))
    assert upload.size < 100_000
    with pytest.raises(ValidationError):
        add_picture(a_club(), "Le club", upload)


def test_a_picture_cut_short_is_refused_though_a_paper_was_laid_out_before():
    lay_out("<p>Paper</p>")
    whole = an_image("PNG", (400, 400)).read()
    with pytest.raises(ValidationError):
        add_picture(a_club(), "Le club", SimpleUploadedFile("a.png", whole[: len(whole) // 2]))


def test_the_same_picture_is_kept_once_and_a_club_keeps_so_many():
    one, other = (add_picture(a_club(), "Le club", an_image()) for _click in range(2))
    assert one == other
    for number in range(1, MOST):
        add_picture(a_club(), "Le club", an_image("PNG", (10 + number, 10)))
    with pytest.raises(ValidationError, match=str(MOST)):
        add_picture(a_club(), "Le club", an_image("PNG", (9, 9)))


def test_a_picture_is_sent_to_be_kept_for_ever_and_by_its_digest_alone(client):
    picture = a_picture()
    answer = client.get(reverse("screens:picture", args=[picture.digest]))
    assert answer.content == bytes(picture.content)
    assert answer["Content-Type"] == "image/png"
    assert "immutable" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    for other in ("0" * 64, picture.digest[:10], "A" * 64, "..%2f"):
        assert client.get(f"/hall/pictures/{other}.png").status_code == 404


def test_the_organiser_keeps_and_removes_a_picture(client):
    tournament = a_tournament()
    client.force_login(a_user("organiser"))
    url = reverse("hall:pictures", args=[tournament.pk])
    refused = client.post(url, {"title": "Buvette", "file": SimpleUploadedFile("a", b"x")})
    assert refused.status_code == 200
    assert "Buvette" in refused.content.decode()
    assert client.post(url, {}).status_code == 200
    assert client.post(url, {"title": "Buvette", "file": an_image()}).status_code == 302
    picture = Picture.objects.get()
    assert picture.title == "Buvette"
    drop = reverse("hall:drop_picture", args=[tournament.pk, picture.pk])
    for _click in range(2):
        assert client.post(drop).status_code == 302
    assert not Picture.objects.exists()
    remove_picture(a_club(), 10**25)
