"""Template tags and filters of the project; loaded everywhere."""

from django import template

register = template.Library()
