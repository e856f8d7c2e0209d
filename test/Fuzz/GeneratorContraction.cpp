//===- GeneratorContraction.cpp - Random products and transforms ----------===//
//
// Dot products and convolutions of any dimension numbers, linear algebra on
// matrices of good condition, Fourier transforms.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

void Generator::addDot(Value lhs) {
  auto type = typeOf(lhs);
  Type element = type.getElementType();
  if (depth && !isInt(element))
    return;
  // Each dimension of the left side is batch, contracted or free.
  SmallVector<int64_t> batch, contracted, free, order, rhsShape;
  for (int64_t dim : permutation(type.getRank()))
    (oneIn(4) ? batch : oneIn(2) ? contracted : free).push_back(dim);
  // The right side: those of both, and new ones, in any order.
  struct Dim {
    int64_t size, batchOf = -1, contractedOf = -1;
  };
  SmallVector<Dim> rhs;
  for (auto [i, dim] : llvm::enumerate(batch))
    rhs.push_back({type.getDimSize(dim), int64_t(i), -1});
  for (auto [i, dim] : llvm::enumerate(contracted))
    rhs.push_back({type.getDimSize(dim), -1, int64_t(i)});
  for (int64_t i = 0, e = below(3); i < e; ++i)
    rhs.push_back({pickSize(), -1, -1});
  SmallVector<int64_t> rhsBatch(batch.size()), rhsContracted(contracted.size()),
      result;
  for (int64_t dim : batch)
    result.push_back(type.getDimSize(dim));
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (llvm::is_contained(free, dim))
      result.push_back(type.getDimSize(dim));
  for (auto [place, from] : llvm::enumerate(permutation(rhs.size()))) {
    const Dim &dim = rhs[from];
    rhsShape.push_back(dim.size);
    if (dim.batchOf >= 0)
      rhsBatch[dim.batchOf] = place;
    else if (dim.contractedOf >= 0)
      rhsContracted[dim.contractedOf] = place;
    else
      result.push_back(dim.size);
  }
  if (rhsShape.size() > 6 || result.size() > 6)
    return;
  Value other = like(rhsShape, element);
  Type resultElement = element;
  if (isInt(element) && oneIn(3))
    resultElement = IntegerType::get(context, 32);
  else if (isFloat(element) && element.getIntOrFloatBitWidth() < 32 && oneIn(2))
    resultElement = builder.getF32Type();
  auto numbers = hlo::DotDimensionNumbersAttr::get(context, batch, rhsBatch,
                                                   contracted, rhsContracted);
  value("hlo.dot_general", {lhs, other}, attr("dot_dimension_numbers", numbers),
        RankedTensorType::get(result, resultElement));
}

/// With padding that is an operand where `openPadding`, and exact then.
void Generator::addConvolution(bool openPadding) {
  Value source = find([&](RankedTensorType type) {
    Type element = type.getElementType();
    return openPadding ? isInt(element) : !isBool(element) && hasZero(element);
  });
  if (!source)
    return;
  Type element = elementOf(source);
  int64_t spatial = below(3), rank = spatial + 2;
  int64_t featureGroups = pick({1, 1, 1, 2}),
          batchGroups = featureGroups == 1 ? pick({1, 1, 2}) : 1;
  int64_t batch = (1 + below(2)) * batchGroups,
          in = (1 + below(3)) * featureGroups,
          out = (1 + below(3)) * featureGroups * batchGroups;
  SmallVector<int64_t> size, kernel;
  for (int64_t i = 0; i < spatial; ++i)
    size.push_back(1 + below(8));
  SmallVector<int64_t> stride, lhsDilation, rhsDilation, pads, outSize;
  SmallVector<bool> reversal;
  for (int64_t i = 0; i < spatial; ++i) {
    kernel.push_back(1 + below(3));
    stride.push_back(1 + below(2));
    lhsDilation.push_back(pick({1, 1, 2}));
    rhsDilation.push_back(pick({1, 1, 2}));
    reversal.push_back(oneIn(4));
    int64_t low = below(4) - 1, high = below(4) - 1;
    pads.append({low, high});
    int64_t extent = (size[i] - 1) * lhsDilation[i] + 1 + low + high,
            reach = (kernel[i] - 1) * rhsDilation[i] + 1;
    if (extent < 0)
      return;
    outSize.push_back(extent < reach ? 0 : (extent - reach) / stride[i] + 1);
  }
  // Dimension i of a canonical shape goes to place[i].
  auto place = [&](ArrayRef<int64_t> at, int64_t first, int64_t second,
                   ArrayRef<int64_t> others) {
    SmallVector<int64_t> shape(rank);
    shape[at[0]] = first;
    shape[at[1]] = second;
    for (int64_t i = 0; i < spatial; ++i)
      shape[at[i + 2]] = others[i];
    return shape;
  };
  SmallVector<int64_t> l = permutation(rank), k = permutation(rank),
                       o = permutation(rank);
  Value lhs = like(place(l, batch, in, size), element),
        rhs = like(place(k, in / featureGroups, out, kernel), element);
  auto numbers = hlo::ConvDimensionNumbersAttr::get(
      context, l[0], l[1], ArrayRef(l).drop_front(2), k[0], k[1],
      ArrayRef(k).drop_front(2), o[0], o[1], ArrayRef(o).drop_front(2));
  SmallVector<NamedAttribute> attributes = {
      attr("dimension_numbers", numbers),
      number("feature_group_count", featureGroups),
      number("batch_group_count", batchGroups),
      dims("window_strides", stride),
      dims("lhs_dilation", lhsDilation),
      dims("rhs_dilation", rhsDilation),
      attr("window_reversal", builder.getDenseBoolArrayAttr(reversal))};
  auto type = RankedTensorType::get(place(o, batch / batchGroups, out, outSize),
                                    element);
  if (openPadding)
    return addOpenConvolution(lhs, rhs, pads, attributes, type);
  attributes.push_back(padding(pads));
  value("hlo.convolution", {lhs, rhs}, attributes, type);
}

void Generator::addOpenConvolution(Value lhs, Value rhs, ArrayRef<int64_t> pads,
                                   ArrayRef<NamedAttribute> attributes,
                                   RankedTensorType type) {
  if (type.getNumElements() > maxElements)
    return;
  Value list = hlo::ConstantOp::create(
      builder, loc, cast<DenseElementsAttr>(padding(pads).getValue()));
  close(value("hlo.dynamic_conv", {lhs, rhs, list}, attributes,
              open(type, random())),
        type.getShape());
}

/// The deprecated products, of integers.
void Generator::addOldProduct() {
  Value lhs = find([](RankedTensorType type) {
    return isInt(type.getElementType()) && type.getRank() > 0 &&
           type.getRank() < 4;
  });
  if (!lhs)
    return;
  auto type = typeOf(lhs);
  int64_t rank = type.getRank(), last = type.getDimSize(rank - 1);
  std::string letters = StringRef("abc").take_front(rank).str(), kept;
  SmallVector<int64_t> keptShape;
  for (int64_t dim : permutation(rank))
    if (oneIn(2)) {
      kept += letters[dim];
      keptShape.push_back(type.getDimSize(dim));
    }
  switch (below(3)) {
  case 0: {
    SmallVector<int64_t> shape = {last}, result(type.getShape().drop_back());
    if (oneIn(2)) {
      shape.push_back(pickSize());
      result.push_back(shape.back());
    }
    if (rank < 3)
      value("hlo.dot", {lhs, like(shape, type.getElementType())}, {},
            type.clone(result));
    return;
  }
  case 1:
    value("hlo.unary_einsum", lhs,
          attr("einsum_config", builder.getStringAttr(letters + "->" + kept)),
          type.clone(keptShape));
    return;
  default:
    int64_t size = pickSize();
    keptShape.push_back(size);
    value("hlo.einsum", {lhs, like({last, size}, type.getElementType())},
          attr("einsum_config",
               builder.getStringAttr(letters + "," + letters.back() + "z->" +
                                     kept + "z")),
          type.clone(keptShape));
  }
}

/// Matrices whose diagonal outweighs the rest.
void Generator::addLinearAlgebra() {
  Type element = pick<Type>({builder.getF32Type(), builder.getF64Type(),
                             ComplexType::get(builder.getF32Type())});
  int64_t n = std::min<int64_t>(pickSize(), 9);
  SmallVector<int64_t> shape = {n, n};
  if (oneIn(2))
    shape.insert(shape.begin(), 1 + below(3));
  int64_t rank = shape.size();
  auto type = RankedTensorType::get(shape, element);
  Value a = tame(like(type), 1);
  if (!a)
    return;
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(rank));
  std::swap(order[rank - 1], order[rank - 2]);
  Value other = value("hlo.transpose", a, dims("permutation", order));
  if (isComplex(element))
    other =
        value("hlo.complex", {value("hlo.real", other),
                              value("hlo.negate", value("hlo.imag", other))});
  auto places = RankedTensorType::get(shape, builder.getI32Type());
  Value rows =
            value("hlo.iota", {}, number("iota_dimension", rank - 2), places),
        columns =
            value("hlo.iota", {}, number("iota_dimension", rank - 1), places);
  Value diagonal = compare(hlo::ComparisonDirection::EQ, rows, columns);
  Value heavy = value("hlo.select",
                      {diagonal, constant(type, 2 * n + 2), constant(type, 0)});
  Value matrix = binary("hlo.add", binary("hlo.add", a, other), heavy);
  if (oneIn(2)) {
    value("hlo.cholesky", matrix, flag("lower", oneIn(2)));
    return;
  }
  bool left = oneIn(2);
  SmallVector<int64_t> right(shape);
  right[left ? rank - 1 : rank - 2] = 1 + below(4);
  auto transpose =
      isComplex(element) && oneIn(3)
          ? hlo::Transpose::ADJOINT
          : pick({hlo::Transpose::TRANSPOSE, hlo::Transpose::NO_TRANSPOSE});
  value("hlo.triangular_solve", {matrix, tame(like(right, element), 4)},
        {flag("left_side", left), flag("lower", oneIn(2)),
         flag("unit_diagonal", false),
         attr("transpose_a", hlo::TransposeAttr::get(context, transpose))});
}

void Generator::addFft() {
  Type real = oneIn(2) ? builder.getF32Type() : builder.getF64Type();
  auto kind = pick({hlo::FftType::FFT, hlo::FftType::IFFT, hlo::FftType::RFFT,
                    hlo::FftType::IRFFT});
  SmallVector<int64_t> length, shape;
  for (int64_t i = 0, e = 1 + below(2); i < e; ++i)
    length.push_back(oneIn(3) ? 1 + below(20)
                              : std::max<int64_t>(1, pickSize()));
  shape = length;
  if (kind == hlo::FftType::IRFFT)
    shape.back() = length.back() / 2 + 1;
  if (oneIn(2))
    shape.insert(shape.begin(), 1 + below(3));
  Type element = kind == hlo::FftType::RFFT ? real : ComplexType::get(real);
  value("hlo.fft", tame(like(shape, element), 100),
        {attr("fft_type", hlo::FftTypeAttr::get(context, kind)),
         dims("fft_length", length)});
}
