"""The rules of utils/lint, one module for each kind."""
