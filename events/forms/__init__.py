"""Forms, one module a screen family; a service decides, a form only reads what was typed."""
