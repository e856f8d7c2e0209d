//===- HLOShardingTextTest.cpp - Shardings as text ------------------------===//

#include "xla/Target/HLOText/HLOText.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace xla;
using llvm::StringRef;

/// The sharding printed again, or what was wrong with it.
static std::string reprint(StringRef text) {
  proto::OpSharding sharding;
  std::string result;
  if (!parseShardingText(text, sharding, result))
    return "error: " + result;
  llvm::raw_string_ostream os(result);
  printShardingText(sharding, os);
  return result;
}

TEST(HLOShardingText, KeepsWhatItReads) {
  for (StringRef text :
       {"{replicated}", "{maximal device=3}", "{manual shard_like 4}",
        "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}",
        "{devices=[2,2]0,1,2,3 last_tile_dims={manual}}",
        "{{replicated}, {devices=[2,1]<=[2]}}", "{}",
        "{mesh['a'=2,'b'=4], [{'a'}, {'b', ?}, {?}, {}]}",
        "{mesh['a'=2,'b'=4,'c'=3], [{'a', 'b':(2)2}], replicated={'b':(1)2}, "
        "unreduced={'c'}}",
        "{mesh['a'=2], device_ids=(1,0), [{'a'}], manual={}}",
        "{mesh['a'=2,'b'=4], device_ids=([4,2]T(1,0)), [], replicated={'b'}}",
        "{mesh['a'=2,'b'=4], replicated}", "{mesh['a'=2,'b'=4], manual}",
        "{mesh['a'=2], unreduced}", "{maximal_mesh[device_id=3]}",
        "{{mesh['a\\'b'=2], [{'a\\'b'}]}, {maximal_mesh[device_id=0]}}"}) {
    std::string expected = text.str();
    // A list without axes says nothing.
    if (size_t place = expected.find(", manual={}"); place != std::string::npos)
      expected.erase(place, StringRef(", manual={}").size());
    EXPECT_EQ(reprint(text), expected);
  }
}

TEST(HLOShardingText, NamesNeedNoQuotes) {
  EXPECT_EQ(reprint("{mesh[a=4,\"b\"=2], device_ids=([8]), [{a:(1)2}, {b,?}]}"),
            "{mesh['a'=4,'b'=2], [{'a':(1)2}, {'b', ?}]}");
}

TEST(HLOShardingText, LeavesOutMetadata) {
  EXPECT_EQ(reprint("{mesh[a=2], [{a}], metadata={op_name=\"x\"}}"),
            "{mesh['a'=2], [{'a'}]}");
  EXPECT_EQ(reprint("{replicated metadata={{op_name=\"x\"}, {}}}"),
            "{replicated}");
}

TEST(HLOShardingText, HasFieldsOfJaxlib) {
  proto::OpSharding sharding;
  std::string error;
  ASSERT_TRUE(
      parseShardingText("{mesh[a=4,b=2], [{a:(2)2}, {b,?}]}", sharding, error));
  // What jaxlib 0.10.2 writes.
  const char bytes[] = "\x72\x22\x12\x0e\x0a\x05\x0a\x01\x61\x10\x04\x0a\x05"
                       "\x0a\x01\x62\x10\x02\x1a\x0a\x0a\x06\x12\x04\x08\x02"
                       "\x10\x02\x10\x01\x1a\x04\x0a\x02\x08\x01";
  EXPECT_EQ(sharding.SerializeAsString(),
            std::string(bytes, sizeof(bytes) - 1));
}

TEST(HLOShardingText, RefusesWhatNoMeshHas) {
  auto fails = [](StringRef text, StringRef message) {
    EXPECT_TRUE(StringRef(reprint(text)).contains(message)) << reprint(text);
  };
  fails("{mesh[a=2], [{b}]}", "expected an axis of the mesh, got 'b'");
  fails("{mesh[a=2,a=2], []}", "expected one axis 'a' of the mesh");
  fails("{mesh[a=0], []}", "expected axes of at least one device, got 0");
  fails("{mesh[a=2], [{a:(1)2}]}", "expected a part of axis 'a', which has 2");
  fails("{mesh[a=6], [{a:(2)2}]}", "got (2)2");
  fails("{mesh[a=2], device_ids=(0), []}", "the 2 devices of the mesh, got 1");
  fails("{mesh[a=2], device_ids=([3]), []}", "got 3");
  fails("{mesh[a=2], sideways}", "got 'sideways'");
  fails("{mesh[a=2], [{?, a}]}", "expected '}' after '?'");
  fails("{mesh[a=4294967296,b=4294967296], device_ids=(0), []}",
        "expected a mesh of fewer devices");
  fails("{replicated} x", "expected the end of the sharding, got 'x'");
}
