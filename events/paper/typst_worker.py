"""Run by typst_process.py: an order in JSON on stdin, a PDF or PNG on stdout."""

import json
import sys
from pathlib import Path

import typst

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from domain.operating_system import limit_memory  # noqa: E402 - found by the line above

# Address space, in bytes: the documents of 10,000 players take half of it.
MEMORY = 3 * 1024**3


def main() -> None:
    """Set one document with the fonts next to this file, and with no others."""
    limit_memory(MEMORY)
    order = json.load(sys.stdin.buffer)
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(HERE / "fonts")]
    )
    compiler = typst.Compiler(root=str(HERE / "templates"), font_paths=fonts)
    # Tags for screen readers would make the file six times as large.
    made = compiler.compile(
        input=str(HERE / "templates" / f"{order['template']}.typ"),
        format=order["kind"],
        ppi=72,
        sys_inputs={"data": json.dumps(order["data"], ensure_ascii=False)},
        pdf_tags=False,
    )
    if not isinstance(made, bytes):
        raise TypeError("a document is one file, a picture has one page")
    sys.stdout.buffer.write(made)


try:
    main()
except typst.TypstError as error:
    sys.exit(error.diagnostic)
