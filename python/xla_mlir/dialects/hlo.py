"""The hlo dialect: generated op classes and enums.

Where an op takes dimension numbers, a mapping of the fields' names stands for the
attribute: `DotGeneralOp(type, a, b, dict(lhs_contracting_dimensions=[1], ...))`.
"""

from collections.abc import Iterable

from ._hlo_enum_gen import *  # noqa: F401,F403
from ._hlo_ops_gen import *  # noqa: F401,F403
from ._hlo_ops_gen import _Dialect  # noqa: F401
from ..ir import Attribute, register_attribute_builder


def _field(value) -> str:
    return str([int(v) for v in value]) if isinstance(value, Iterable) else str(value)


def _register_struct(kind: str, mnemonic: str) -> None:
    def build(fields, context):
        text = ", ".join(f"{name} = {_field(value)}" for name, value in fields.items())
        return Attribute.parse(f"#hlo.{mnemonic}<{text}>", context=context)

    register_attribute_builder(kind)(build)


_register_struct("HLO_DotDimensionNumbersAttr", "dot")
_register_struct("HLO_GatherDimensionNumbersAttr", "gather")
_register_struct("HLO_ScatterDimensionNumbersAttr", "scatter")
_register_struct("HLO_ChannelHandleAttr", "channel_handle")


@register_attribute_builder("HLO_ConvDimensionNumbersAttr")
def _conv(text, context):
    """From the form that is printed: "[b, 0, f]x[0, i, o]->[b, 0, f]"."""
    return Attribute.parse(f"#hlo.conv<{text}>", context=context)
