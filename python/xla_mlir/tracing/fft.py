"""numpy.fft: dimensions one by one, of any length."""

import numpy as np

from .functions import implements, normalize, pad
from .tracer import lift, refuse
from .ufuncs import convert, full_like, op

__all__ = []


def _transform(kind, a, n, axis, norm, dtype):
    """`a` after a transform of the dimension `axis`: FFT, IFFT, RFFT or IRFFT of `n`
    points."""
    if n < 1:
        raise ValueError(f"expected 1 or more points, got {n}")
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f"expected norm 'backward', 'ortho' or 'forward', got {norm!r}")
    a = _resize(a, axis, n // 2 + 1 if kind == "IRFFT" else n)
    x = np.moveaxis(a, axis, -1)
    real = np.zeros(0, dtype).real.dtype
    x = convert(x, real if kind == "RFFT" else np.result_type(real, np.complex64))
    size = n // 2 + 1 if kind == "RFFT" else n
    result = x._trace.emit("hlo.fft", [x], x.shape[:-1] + (size,), dtype, {
        "fft_type": f"#hlo<fft_type {kind}>", "fft_length": f"array<i64: {n}>"})
    # As HLO has it, the way back divides by the number of points.
    isBack = kind.startswith("I")
    scale = {"forward": n if isBack else 1 / n,
             "ortho": np.sqrt(n) if isBack else 1 / np.sqrt(n)}.get(norm, 1)
    if scale != 1:
        result = op("multiply", result, full_like(result, scale))
    return np.moveaxis(result, -1, axis)


def _resize(a, axis, size):
    """`a` cut, or with zeros behind, so that the dimension `axis` has `size`."""
    if a.shape[axis] > size:
        return a[(slice(None),) * axis + (slice(size),)]
    widths = [(0, 0)] * a.ndim
    widths[axis] = (0, size - a.shape[axis])
    return a if a.shape[axis] == size else pad(a, widths)


def _along(function, kind):
    @implements(function)
    def transform(a, n=None, axis=-1, norm=None):
        a = lift(a)
        axis = normalize(axis, a.ndim)
        if n is None:
            n = 2 * (a.shape[axis] - 1) if kind == "IRFFT" else a.shape[axis]
        dtype = function(np.ones(2, a.dtype)).dtype
        return _transform(kind, a, int(n), axis, norm, dtype)

    return transform


_FFT, _IFFT = _along(np.fft.fft, "FFT"), _along(np.fft.ifft, "IFFT")
_RFFT, _IRFFT = _along(np.fft.rfft, "RFFT"), _along(np.fft.irfft, "IRFFT")


def _of_several(function, steps, last, default):
    """Transforms of several dimensions: the last one by `last`, which stands first or last
    of all, the others by `steps`."""

    @implements(function)
    def transform(a, s=None, axes=default, norm=None):
        a = lift(a)
        if axes is None:
            axes = range(a.ndim)[-len(s):] if s is not None else range(a.ndim)
        axes = [normalize(axis, a.ndim) for axis in axes]
        if s is None:
            s = [None] * len(axes)
        if len(s) != len(axes) or not axes:
            raise ValueError(f"expected one size for each of one axis or more, got {len(s)} "
                             f"sizes and {len(axes)} axes")
        sizes = [a.shape[axis] if n == -1 else n for n, axis in zip(s, axes)]
        isBack = last is _IRFFT
        if not isBack:
            a = last(a, sizes[-1], axes[-1], norm)
        for n, axis in zip(sizes[:-1], axes[:-1]):
            a = steps(a, n, axis, norm)
        return last(a, sizes[-1], axes[-1], norm) if isBack else a

    return transform


for _axes, _end in ((None, "n"), ((-2, -1), "2")):
    for _name, _steps, _last in (("fft", _FFT, _FFT), ("ifft", _IFFT, _IFFT),
                                 ("rfft", _FFT, _RFFT), ("irfft", _IFFT, _IRFFT)):
        _of_several(getattr(np.fft, _name + _end), _steps, _last, _axes)


def _shift(function, sign):
    @implements(function)
    def shift(x, axes=None):
        axes = range(x.ndim) if axes is None else np.atleast_1d(axes)
        for axis in axes:
            axis = normalize(axis, x.ndim)
            half = x.shape[axis] // 2
            x = np.roll(x, sign * half, axis)
        return x


_shift(np.fft.fftshift, 1)
_shift(np.fft.ifftshift, -1)


def _refuse_other(function):
    @implements(function)
    def other(*_, **__):
        refuse(f"numpy.fft.{function.__name__} cannot be traced; use numpy.fft.rfft or irfft")


_refuse_other(np.fft.hfft)
_refuse_other(np.fft.ihfft)
