"""Read templates without their indentation: every page would carry it to every phone."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
# Lines that are blank, or contain only a comment or a tag without output. Other line breaks
# separate words.
_SILENT = "if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|load|extends"
_SILENT_TAG = rf"(?:{_SILENT})\b(?:(?!%\}}).)*|(?:(?!%\}}).)* as \w+ "
_SILENT_LINE = re.compile(rf"^(\{{% (?:{_SILENT_TAG})%\}}|\{{#.*#\}}|)\n", re.MULTILINE)
# A translated sentence and the following space, unless a block begins or ends there. Japanese has
# no space between sentences, so the tag writes it by language.
_STOPS = r"[.?!:]"
_SENTENCE = (
    rf"\{{% translate (?:\"[^\"]*{_STOPS}\"|'[^']*{_STOPS}')(?: context \"[^\"]*\")? %\}}"
    rf"|{_STOPS}\s*\{{% endblocktranslate %\}}"
)
_INLINE_ENDS = r"(?:</(?:a|b|code|em|span|strong)>)*"
# The line break after an opening tag is left out, so that its text follows directly.
_OPENED = re.compile(r"(?<=[\s}])(<(?:b|code|em|small|span|strong)(?: [^<>{}]*)?>)\n")
_BLOCK = r"</?(?!(?:a|abbr|b|code|em|small|span|strong|time)\b)[a-z]"
_AFTER_SENTENCE = re.compile(rf"({_SENTENCE})({_INLINE_ENDS})\s+(?!{_BLOCK})(?=\S)")
_SPACE = "{% sentence_space %}"


class ProjectTemplates(filesystem.Loader):
    """The templates of the project; pages look the same, with a fifth of the bytes less."""

    def get_contents(self, origin: Origin) -> str:
        """Return a template's text: each line begins with something that it shows."""
        text = _SILENT_LINE.sub(r"\1", _INDENTATION.sub("", super().get_contents(origin)))
        if not origin.name.endswith(".html"):
            return text
        text = _AFTER_SENTENCE.sub(rf"\1\2{_SPACE}", _OPENED.sub(r"\1", text))
        return re.sub(rf"{_SPACE}\s+", _SPACE, text)
