from .custom_calls import load_library as load_library
from .custom_calls import register_custom_call as register_custom_call
from .executable import CacheInfo as CacheInfo
from .executable import CompileError as CompileError
from .executable import Diagnostic as Diagnostic
from .executable import Executable as Executable
from .executable import TensorInfo as TensorInfo
from .executable import aot as aot
from .executable import cache_clear as cache_clear
from .executable import cache_info as cache_info
from .executable import compile as compile
from .executable import load as load
from .executable import read_module as read_module
from .executable import set_thread_count as set_thread_count
from .executable import thread_count as thread_count
from .snapshot import Snapshot as Snapshot
from .snapshot import read_snapshot as read_snapshot
from .tracing.control import cond as cond
from .tracing.control import dynamic_slice as dynamic_slice
from .tracing.control import dynamic_update_slice as dynamic_update_slice
from .tracing.control import scan as scan
from .tracing.control import while_loop as while_loop
from .tracing.jit import jit as jit
from .tracing.tracer import TraceError as TraceError

__all__ = ["CacheInfo", "CompileError", "Diagnostic", "Executable", "Snapshot", "TensorInfo",
           "TraceError",
           "__version__", "aot", "cache_clear", "cache_info", "compile", "cond",
           "dynamic_slice", "dynamic_update_slice", "jit", "load",
           "load_library", "read_module", "read_snapshot", "register_custom_call", "scan",
           "set_thread_count", "thread_count", "while_loop"]

__version__: str
