#include <gtest/gtest.h>

#include "models/common/error.h"
#include "models/gmsnet/header.h"

namespace flybar::gmsnet {
namespace {

TEST(GmsnetMessage, WhatIsEncodedIsDecoded) {
  const Header header{9, true, Status::kRefused, {513, 77, 0x12345678}};
  Arguments arguments;
  arguments.push(5);
  arguments.push(6);
  Arguments decoded;
  const Header back = decode(encode(header, arguments), decoded);

  EXPECT_EQ(back.operation, 9);
  EXPECT_TRUE(back.reply);
  EXPECT_EQ(back.status, Status::kRefused);
  EXPECT_EQ(back.token.origin, 513u);
  EXPECT_EQ(back.token.call, 77u);
  EXPECT_EQ(back.token.payload, 0x12345678u);
  EXPECT_EQ(decoded.pop(), 5u);
  EXPECT_EQ(decoded.pop(), 6u);
}

TEST(GmsnetMessage, OneArgumentMakesSixteenBytes) {
  Arguments arguments;
  arguments.push(1);

  EXPECT_EQ(encode({}, arguments).size(), 16u);
}

TEST(GmsnetMessage, AShortOneIsNoMessage) {
  Arguments arguments;
  const std::vector<std::uint8_t> eight(8);

  EXPECT_THROW(decode(eight, arguments), SimulationError);
}

TEST(GmsnetMessage, AsManyArgumentsAsFitAndNoMore) {
  Arguments arguments;
  for (std::uint32_t i = 0; i < layout::kMaxArguments; ++i) arguments.push(i);

  EXPECT_EQ(encode({}, arguments).size(), 128u);
  EXPECT_THROW(arguments.push(0), SimulationError);
}

TEST(GmsnetMessage, AnArgumentThatWasNotSentIsReported) {
  Arguments arguments;

  EXPECT_THROW(arguments.pop(), SimulationError);
}

}  // namespace
}  // namespace flybar::gmsnet
