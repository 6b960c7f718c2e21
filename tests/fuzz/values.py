"""Values that people type, and values that nobody types."""

from hypothesis import strategies as st

NUMBERS = [
    "0", "1", "2", "3", "7", "-1", "+1", "1.5", "1e3", "0x10", "007", "9999", "32767", "32768",
    "65536", "999999", "2147483647", "2147483648", "3000000000", "9223372036854775807",
    "9223372036854775808", str(2**64), "9" * 20, "9" * 400, "9" * 5000, "²", "٣", "①", "NaN", "inf",
]  # fmt: skip
TEXTS = [
    "", " ", "x", "Anna Rossi", "x" * 81, "x" * 301, "x" * 5000, "a\0b", "\n", "a\r\nb", "\t",
    "\ud7ff", "\ufeff", "\u202e", "\u0301" * 50, "😀" * 200, "日本語", "..", ".", "/", "%00", "%",
    "'", '"',
    "--", "<b>", "{{ x }}", "{% x %}", "=1+1", "@x", "None", "null", "true", "[]", "{}", ",", ";",
    ":", "-",
]  # fmt: skip
ENTRIES = [
    "1 20", "1 21", "1 2-1", "1 d", "1 20 x2", "1 12!", "T1R1 20", "t1r1 20", "1 20 t", "1 id",
    "1 111", "1 20 g1", "2-0", "2-0-1", "1-2", "0-0-3", "d", "20 x1", "dl", "0-0", "9 99", "1 4-3",
]  # fmt: skip
MOMENTS = [
    "2026-05-09", "2026-05-09T10:00", "10:30", "9999-12-31", "9999-12-31T23:59", "0001-01-01",
    "0001-01-01T00:00", "1900-01-01T00:00", "2026-02-30", "24:00", "99:99", "+5",
    "2026-05-09T10:00Z",
]  # fmt: skip
CHOICES = ["on", "yes", "no", "off", "first", "second", "match", "game", "end", "start", "pause"]

usual = st.sampled_from(["1", "2", "3", "on", "", "x"])
nasty = st.one_of(
    st.sampled_from(NUMBERS),
    st.sampled_from(TEXTS),
    st.sampled_from(ENTRIES),
    st.sampled_from(MOMENTS),
    st.sampled_from(CHOICES),
    st.text(max_size=12),
    st.text("0123456789 -,xdt!rgc\n", max_size=12),
)
# For addresses: mostly valid values, because the code behind them would never be reached otherwise.
in_an_address = st.sampled_from(
    ["1"] * 14 + ["2"] * 4 + ["3", "0", "99", str(2**31), str(2**63), str(2**64), "9" * 5000]
)
