"""Files that visitors send: what is larger than any that the site reads is not even received."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MOST_BYTES = 64 * 1024 * 1024
"""An archive of the largest contest fits, and what a form sends beside it."""


class BoundedUpload(FileUploadHandler):
    """Refuse a request by the size that it announces, before the disk is written to.

    First of ``FILE_UPLOAD_HANDLERS``. A server reads no more of a request than it announced.
    """

    def handle_raw_input(self, _input: Any, _meta: Any, content_length: int, *_more: Any) -> None:  # noqa: ANN401
        """Raise ``RequestDataTooBig``, which is answered 400, where it is too large."""
        if content_length > MOST_BYTES:
            raise RequestDataTooBig

    def receive_data_chunk(self, raw_data: bytes, _start: int) -> bytes:
        """Leave each piece to the handlers that keep it."""
        return raw_data

    def file_complete(self, _size: int) -> None:
        """Leave the file to the handlers that kept it."""
