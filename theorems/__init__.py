"""The theories: one module per result, each readable beside the paper."""
