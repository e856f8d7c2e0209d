//===- StableHLOTranslation.h - StableHLO text in xla-translate -*- C++ -*-===//

#ifndef XLA_TARGET_STABLEHLO_STABLEHLOTRANSLATION_H
#define XLA_TARGET_STABLEHLO_STABLEHLOTRANSLATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace xla {
/// Adds `--stablehlo-to-hlo` and `--hlo-to-stablehlo` to translation tools.
/// `registerDialects` adds what programs may hold.
void registerStableHLOTranslations(
    void (*registerDialects)(mlir::DialectRegistry &registry));
} // namespace xla

#endif // XLA_TARGET_STABLEHLO_STABLEHLOTRANSLATION_H
