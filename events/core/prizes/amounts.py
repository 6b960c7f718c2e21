"""Format and parse amounts of money, from and to whole minor units."""

import re
from decimal import Decimal, InvalidOperation

from domain.limits import MOST_WHOLE

# ISO 4217 currencies without cents and with three digits; all others have two.
NO_MINOR_UNITS = frozenset({"CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND"})
THREE_DIGITS = frozenset({"BHD", "JOD", "KWD", "OMR", "TND"})
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
CURRENCIES = (
    *("AUD", "BRL", "CAD", "CHF", "CLP", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "IDR"),
    *("INR", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "SEK", "SGD", "THB"),
    *("TRY", "TWD", "UAH", "USD", "ZAR"),
)
MOST_AMOUNT = MOST_WHOLE
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(\D|$))")


def digits_of(currency: str) -> int:
    """Return the number of digits of a currency's minor unit."""
    return 0 if currency in NO_MINOR_UNITS else 3 if currency in THREE_DIGITS else 2


def amount_text(amount: int, currency: str) -> str:
    """Format an amount for readers: "$1,200", "$33.34", "CHF 50"."""
    sign = SIGNS.get(currency)
    number = number_text(amount, currency, grouped=True)
    return f"{sign}{number}" if sign else f"{currency} {number}"


def number_text(amount: int, currency: str, *, grouped: bool = False) -> str:
    """Format an amount without its currency, as typed: "1200", "33.34"."""
    digits = digits_of(currency)
    whole, minor = divmod(abs(amount), 10**digits)
    number = f"{whole:,}" if grouped else str(whole)
    if minor:
        number = f"{number}.{minor:0{digits}d}"
    return f"-{number}" if amount < 0 else number


def amount_of(text: str, currency: str) -> int | None:
    """Return the minor units of a typed amount, with or without its sign; None for other text.

    "1,200" groups thousands. An amount with more digits than the currency has is not valid.
    """
    bare = text.strip().upper().removeprefix(currency).removesuffix(currency).strip()
    for sign in (SIGNS.get(currency, ""), "￥" if currency == "JPY" else "", "円"):
        bare = bare.removeprefix(sign).removesuffix(sign).strip() if sign else bare
    bare = _GROUPED.sub("", bare)
    if not re.fullmatch(r"\d{1,10}(\.\d{1,3})?", bare):
        return None
    try:
        exact = Decimal(bare) * 10 ** digits_of(currency)
    except InvalidOperation:
        return None
    amount = int(exact)
    return amount if amount == exact and amount <= MOST_AMOUNT else None
