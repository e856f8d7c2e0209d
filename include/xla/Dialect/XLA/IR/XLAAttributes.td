//===- XLAAttributes.td - Attributes of the xla dialect ----*- tablegen -*-===//
#ifndef XLA_DIALECT_XLA_IR_XLAATTRIBUTES
#define XLA_DIALECT_XLA_IR_XLAATTRIBUTES

include "xla/Dialect/XLA/IR/XLABase.td"
include "xla/Dialect/XLA/IR/XLAEnums.td"

def XLA_ScheduleAttr : XLA_Attr<"Schedule", "schedule"> {
  let summary = "How a kernel is tiled, vectorised and distributed";
  let description = [{
    A schedule is data: heuristics write it, a tuning database may replace it,
    and passes only apply it. A field that is left out means "not decided";
    `extra` carries what one kernel class alone knows.

    Example:
    ```
    #xla.schedule<contraction, tile_sizes = [8, 256], vector_width = 8,
                  unroll = 4, parallel_grain = 65536>
    ```
  }];
  let parameters = (ins
    EnumParameter<XLA_KernelClass>:$kernelClass,
    OptionalArrayRefParameter<"int64_t",
        "tile size of each loop of the root, 0 = not tiled">:$tileSizes,
    DefaultValuedParameter<"int64_t", "0",
        "elements in a vector, 1 = scalar code">:$vectorWidth,
    DefaultValuedParameter<"int64_t", "0",
        "vectors a loop handles at once">:$unroll,
    DefaultValuedParameter<"int64_t", "0",
        "least number of elements of a parallel task, 0 = sequential">
        :$parallelGrain,
    OptionalParameter<"::mlir::DictionaryAttr">:$extra);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def XLA_TargetAttr : XLA_Attr<"Target", "target"> {
  let summary = "Machine that code is generated for";
  let parameters = (ins
    StringRefParameter<"target triple">:$triple,
    StringRefParameter<"name of the CPU or GPU architecture">:$cpu,
    StringRefParameter<"features as LLVM writes them, +a,-b">:$features,
    DefaultValuedParameter<"int64_t", "128",
        "bits of the vectors that code should use">:$vectorBits);
  let assemblyFormat = [{
    `<` struct($triple, $cpu, $features, $vectorBits) `>`
  }];
  let genVerifyDecl = 1;
}

def XLA_EntryValueAttr : XLA_Attr<"EntryValue", "value"> {
  let summary = "An argument or a result of the entry, as the caller sees it";
  let parameters = (ins
    StringRefParameter<"name, may be empty">:$name,
    TypeParameter<"::mlir::Type", "type in the source program">:$type,
    DefaultValuedParameter<"int64_t", "-1",
        "argument: the result that may take its buffer, -1 = none">:$alias,
    DefaultValuedParameter<"bool", "false",
        "argument: the caller gives its buffer away">:$donated);
  let assemblyFormat = "`<` struct($name, $type, $alias, $donated) `>`";
}

def XLA_EntryAttr : XLA_Attr<"Entry", "entry"> {
  let summary = "Name, arguments and results of the entry, as the caller sees it";
  let description = [{
    Types are those of the program that came in: signedness is kept here when
    the IR itself has become signless. Tokens take no place in either list.
  }];
  let parameters = (ins
    StringRefParameter<"name of the compiled function">:$name,
    OptionalArrayRefParameter<"::xla::EntryValueAttr">:$arguments,
    OptionalArrayRefParameter<"::xla::EntryValueAttr">:$results);
  let assemblyFormat = [{
    `<` $name `,` `arguments` `=` `[` (`]`) : ($arguments^ `]`)?
        `,` `results` `=` `[` (`]`) : ($results^ `]`)? `>`
  }];
}

#endif // XLA_DIALECT_XLA_IR_XLAATTRIBUTES
