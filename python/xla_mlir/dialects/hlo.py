"""The hlo dialect: generated op classes and enums."""

from ._hlo_enum_gen import *  # noqa: F401,F403
from ._hlo_ops_gen import *  # noqa: F401,F403
from ._hlo_ops_gen import _Dialect  # noqa: F401
