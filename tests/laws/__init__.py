"""Laws: one property, every backend."""
