"""Django's ``{% url %}``, each address of which is looked up once.

A score sheet's page says thirty addresses, nearly all of them those of the page before.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.conf import settings
from django.template import defaulttags
from django.template.base import Parser, Token
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import conditional_escape

register = template.Library()


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Write an address as Django's tag of that name does, or keep it ``as`` a name."""
    node = defaulttags.url(parser, token)
    return URLNode(node.view_name, node.args, node.kwargs, node.asvar)


class URLNode(defaulttags.URLNode):
    """An address, found where it was found before."""

    def render(self, context: template.Context) -> str:
        """Write the address of a view; numbers and texts alone stand for themselves."""
        args = tuple(arg.resolve(context) for arg in self.args)
        match = getattr(getattr(context, "request", None), "resolver_match", None)
        if self.kwargs or match is None or not all(type(arg) in {int, str} for arg in args):
            return super().render(context)
        view, prefix = self.view_name.resolve(context), get_script_prefix()
        try:
            found = _address(view, args, match.namespace, prefix, settings.ROOT_URLCONF)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = ""
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


@lru_cache(maxsize=4096)
def _address(view: str, args: tuple[int | str, ...], app: str, _prefix: str, _urls: str) -> str:
    return reverse(view, args=args, current_app=app)
