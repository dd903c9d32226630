"""Whether the phones of the hall reach this server: ``{% out_of_reach as why %}``."""

from django import template

from tournament import hosts

register = template.Library()


@register.simple_tag(takes_context=True)
def out_of_reach(context: template.Context) -> str:
    """Say why no phone can reach this server, and what to do; nothing where one can."""
    return hosts.out_of_reach(context["request"])
