"""The chlo dialect: generated op classes. Enumerations are those of `hlo`; where an op takes
one, its name does too: `BroadcastCompareOp(type, x, y, "LT")`."""

from ._chlo_ops_gen import *  # noqa: F401,F403
from ._chlo_ops_gen import _Dialect  # noqa: F401
from .hlo import ComparisonDirection, ComparisonType, Precision  # noqa: F401
from .hlo import register_struct
from ..ir import Attribute, register_attribute_builder


def _register_enum(kind: str, mnemonic: str) -> None:
    def build(value, context):
        name = value if isinstance(value, str) else value.name
        return Attribute.parse(f"#chlo<{mnemonic} {name}>", context=context)

    register_attribute_builder(kind)(build)


_register_enum("CHLO_ComparisonDirectionAttr", "comparison_direction")
_register_enum("CHLO_ComparisonTypeAttr", "comparison_type")
register_struct("CHLO_RaggedDotDimensionNumbersAttr", "chlo.ragged_dot")
