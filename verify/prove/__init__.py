"""Arguments, and what proposes them. Everything here is checked by the kernel."""
