"""Functions written in NumPy as programs: they are run once on tracers, which write down
what is done to them. `tracer` has the tracers; `ufuncs`, `functions` and `reductions` what
NumPy's functions become; `indexing` what subscripts become; `control` loops and branches;
`trees` nested arguments; `jit` the callable that users get."""
