"""Run by typst_process.py: an order in JSON on stdin, a PDF, a PNG or a preview on stdout."""

import base64
import json
import sys
from pathlib import Path

import typst

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from domain.operating_system import limit_memory  # noqa: E402 - found by the line above

# Address space in bytes; documents of 10,000 players take half of it.
MEMORY = 3 * 1024**3
# Resolution of a preview in pixels per inch; small letters are readable.
SHARP = 100


def main() -> None:
    """Set one document with the fonts next to this file, and with no others."""
    limit_memory(MEMORY)
    order = json.load(sys.stdin.buffer)
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(HERE / "fonts")]
    )
    compiler = typst.Compiler(root=str(HERE / "templates"), font_paths=fonts)
    # Tags for screen readers would make the file six times as large.
    is_preview = order["kind"] == "preview"
    made = compiler.compile(
        input=str(HERE / "templates" / f"{order['template']}.typ"),
        format="png" if is_preview else order["kind"],
        ppi=SHARP if is_preview else 72,
        sys_inputs={"data": json.dumps(order["data"], ensure_ascii=False)},
        pdf_tags=False,
    )
    if is_preview:
        pages = [page for page in (made if isinstance(made, list) else [made]) if page]
        first = base64.b64encode(pages[0]).decode("ascii")
        made = json.dumps({"picture": first, "sheets": len(pages)}).encode()
    if not isinstance(made, bytes):
        raise TypeError("a document is one file, a picture has one page")
    sys.stdout.buffer.write(made)


try:
    main()
except typst.TypstError as error:
    sys.exit(error.diagnostic)
