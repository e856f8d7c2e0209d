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


def register_struct(kind: str, mnemonic: str) -> None:
    """Has mappings stand for attributes of a kind."""
    def build(fields, context):
        text = ", ".join(f"{name} = {_field(value)}" for name, value in fields.items())
        return Attribute.parse(f"#{mnemonic}<{text}>", context=context)

    register_attribute_builder(kind)(build)


register_struct("HLO_DotDimensionNumbersAttr", "hlo.dot")
register_struct("HLO_GatherDimensionNumbersAttr", "hlo.gather")
register_struct("HLO_ScatterDimensionNumbersAttr", "hlo.scatter")
register_struct("HLO_ChannelHandleAttr", "hlo.channel_handle")


@register_attribute_builder("HLO_ConvDimensionNumbersAttr")
def _conv(text, context):
    """From the form that is printed: "[b, 0, f]x[0, i, o]->[b, 0, f]"."""
    return Attribute.parse(f"#hlo.conv<{text}>", context=context)
