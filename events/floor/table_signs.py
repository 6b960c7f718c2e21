"""Handle the code on a table sign, which any phone can open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from events.models import StaffMember


@require_safe
@never_cache
def table_sign(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Redirect staff of the event to the table on the floor, everyone else to the pairings."""
    user = request.user
    staff = StaffMember.objects.filter(event__slug=slug)
    if user.is_authenticated and staff.filter(user=user).exists():
        return redirect(f"{reverse('staff:floor', args=[slug])}?table={table}")
    return redirect("public:pairings", slug)
