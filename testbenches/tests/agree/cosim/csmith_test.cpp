/// Random C programs (csmith), compiled as the firmware is: RTL and model are equal in every clock,
/// and work out what the same program does on this machine.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include <systemc>

#include "models/lanai/image/image.h"
#include "models/layouts/generated/board_regs.hpp"
#include "models/rtl/executor/model_executor.h"
#include "models/rtl/executor/verilated_executor.h"
#include "models/rtl/lockstep/lockstep.h"
#include "testbenches/tests/child.h"
#include "testbenches/tests/temporary_directory.h"
#include "testbenches/tests/test_size.h"

namespace flybar::rtl {
namespace {

/// The programs that end on this machine within a second take fewer; others end here.
constexpr std::int64_t kMostClocks = 3'000'000;

void load(const lanai::Image& image, Executor& chip) {
  for (std::size_t at = 0; at < image.bytes.size(); at += 4) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word = word << 8 | image.bytes[at + i];
    chip.set_sram_word(static_cast<std::uint32_t>(at / 4), word);
  }
}

void release(Executor& chip) {
  Inputs in;
  in.pio_valid = in.pio_write = true;
  in.pio_address = lanai::board::Control::kOffset;
  in.pio_wdata = lanai::board::Control::kResetOffMask;
  chip.clock(in);
}

/// The checksum, "no end", or how RTL and model differ.
std::string checksum_of(const std::string& elf) {
  const lanai::ChipParams params;
  const lanai::Image image = lanai::load_image({elf}, params.sram);
  LockstepExecutor both(make_verilated(params, Assertions::kOn),
                        std::make_unique<ModelExecutor>(params),
                        static_cast<std::uint32_t>(params.sram.count / 4));
  std::string different;
  both.report = [&different](const Difference& d) {
    different = "clock " + std::to_string(d.clock) + ": RTL " + d.leader + ", model " + d.follower;
  };
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  load(image, both);
  both.clock({});  // in reset still: the first instruction is read
  release(both);
  const std::uint32_t end = image.find("firmware_halt")->address;
  while (both.insight().pc != end && both.clocks() < kMostClocks && different.empty() &&
         both.out().fault == 0)
    both.clock({});
  both.end();
  if (!different.empty()) return different;
  if (both.insight().pc != end) return "no end";
  char text[64];
  std::snprintf(text, sizeof text, "%x",
                both.sram_word(image.find("csmith_checksum")->address / 4));
  return text;
}

/// Whether it came to an end.
bool compare(std::uint64_t seed) {
  const TemporaryDirectory here;
  const std::string program = here.path() / std::to_string(seed);
  const std::string build =
      std::string(FLYBAR_CSMITH) + " " + std::to_string(seed) + " " + here.path().string();
  if (std::system(build.c_str()) != 0) {
    ADD_FAILURE() << build;
    return false;
  }
  std::string here_it_is;
  std::ifstream(program + ".checksum") >> here_it_is;
  const std::string found = lockstep::in_child([&] { return checksum_of(program + ".elf"); });
  std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), found.c_str());
  if (found == "no end") return false;
  EXPECT_EQ(found, here_it_is) << "FLYBAR_TEST_SEED=" << seed;
  return true;
}

TEST(Csmith, RtlAndModelAgreeOnRandomCAndWithThisMachine) {
  const auto asked = lockstep::asked_seeds();
  const std::uint64_t begin = asked ? asked->first : 1;
  const std::uint64_t end = asked ? asked->last + 1 : begin + (lockstep::long_form() ? 200 : 4);
  std::uint64_t ended = 0;
  for (std::uint64_t seed = begin; seed < end; ++seed) ended += compare(seed) ? 1 : 0;
  EXPECT_GT(ended, 0u);
}

}  // namespace
}  // namespace flybar::rtl
