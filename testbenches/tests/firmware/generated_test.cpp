// The C and the C++ view of registers and layouts are one.
#include <gtest/gtest.h>

#include <cstddef>

#include "models/layouts/generated/board_regs.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/layouts/generated/endpoint_layout.h"
#include "models/layouts/generated/endpoint_layout.hpp"
#include "models/layouts/generated/hswap_layout.h"
#include "models/layouts/generated/hswap_layout.hpp"
#include "models/layouts/generated/lanai_regs.h"
#include "models/layouts/generated/lanai_regs.hpp"
#include "models/layouts/generated/myriapi_layout.h"
#include "models/layouts/generated/myriapi_layout.hpp"

namespace regs = flybar::lanai::regs;
namespace board = flybar::lanai::board;
namespace layout = flybar::trapeze::layout;
namespace vendor = flybar::myriapi::layout;

static_assert(LANAI_SMLT_OFFSET == regs::Smlt::kOffset);
static_assert(LANAI_ISR_ORUN_MASK == regs::Isr::kOrunMask && regs::Isr::kOrunShift == 8);
static_assert(regs::Isr::kHostSigMask == 1u << 30 && regs::Eimr::kHostSigMask == 1u << 30);
static_assert(BOARD_CONTROL_OFFSET == board::Control::kOffset);
static_assert(offsetof(board_eeprom, sram_size) == board::Eeprom::kSramSize);
static_assert(sizeof(board_eeprom) == board::Eeprom::kSize);
static_assert(sizeof(hswap_command) == flybar::hswap::layout::Command::kSize);

static_assert(sizeof(tpz_endpoint) == layout::Endpoint::kSize);
static_assert(offsetof(tpz_endpoint, routes) == layout::Endpoint::kRoutes);
static_assert(offsetof(tpz_endpoint, ipt) == layout::Endpoint::kIpt);
static_assert(offsetof(tpz_send_entry, control) == layout::SendEntry::kControl);
static_assert(offsetof(tpz_receive_entry, owner) == layout::ReceiveEntry::kOwner);
static_assert(layout::kLayoutVersion == TPZ_LAYOUT_VERSION);

static_assert(sizeof(myriapi_nic) == vendor::Nic::kSize);
static_assert(offsetof(myriapi_nic, routes) == vendor::Nic::kRoutes);
static_assert(offsetof(myriapi_receive_entry, owner) == vendor::ReceiveEntry::kOwner);
static_assert(vendor::kLayoutVersion == MYRIAPI_LAYOUT_VERSION);

TEST(EndpointLayout, HeaderLinesAreOneBurstWithTheOwnerLast) {
  EXPECT_EQ(layout::SendEntry::kDestination % 32, 0u);
  EXPECT_EQ(layout::SendEntry::kOwner, layout::SendEntry::kDestination + 28);
  EXPECT_EQ(layout::ReceiveEntry::kFrameAddress % 32, 0u);
  EXPECT_EQ(layout::ReceiveEntry::kOwner, layout::ReceiveEntry::kFrameAddress + 28);
  EXPECT_EQ(layout::SendEntry::kSize % 32, 0u);
  EXPECT_EQ(layout::ReceiveEntry::kSize % 32, 0u);
  EXPECT_EQ(layout::Endpoint::kSend % 32, 0u);
  EXPECT_EQ(layout::Endpoint::kReceive % 32, 0u);
}

TEST(MyriapiLayout, LastLinesAreOneBurstWithTheOwnerLast) {
  EXPECT_EQ(vendor::SendEntry::kCount % 32, 0u);
  EXPECT_EQ(vendor::SendEntry::kOwner, vendor::SendEntry::kCount + 28);
  EXPECT_EQ(vendor::ReceiveEntry::kCount % 32, 0u);
  EXPECT_EQ(vendor::ReceiveEntry::kOwner, vendor::ReceiveEntry::kCount + 28);
  EXPECT_EQ(vendor::Nic::kSend % 32, 0u);
  EXPECT_EQ(vendor::Nic::kReceive % 32, 0u);
}

TEST(EndpointLayout, RouteHeaderAndControlAreOnePiece) {
  EXPECT_EQ(layout::SendEntry::kHeader, layout::SendEntry::kRoute + 8);
  EXPECT_EQ(layout::SendEntry::kControl, layout::SendEntry::kHeader + layout::WireHeader::kSize);
}
