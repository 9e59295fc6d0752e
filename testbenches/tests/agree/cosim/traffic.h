/// Everything that can happen at the pins of a chip, at random: a program of arbitrary instructions
/// competes for the SRAM with host DMA, packets in both directions and a host that reads and writes
/// SRAM and registers, moves pointers of busy engines, and resets the chip. They meet in words that
/// the program uses. Nearly all of it keeps to the rules of the firmware; what does not ends the
/// run.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <utility>
#include <vector>

#include "models/common/units.h"
#include "models/lanai/params.h"
#include "models/rtl/pins/pins.h"
#include "testbenches/tests/lanai/random_program.h"

namespace flybar::rtl {

/// Parameters drawn from a seed, which fit the pins.
lanai::ChipParams draw_params(std::uint32_t seed);

class Traffic {
 public:
  /// Puts a program into the memory and releases the chip.
  Traffic(std::uint32_t seed, const lanai::ChipParams& params, Executor& chip);

  /// Ends early if the program does what it may not: few do, long after they have begun.
  /// How many clocks it has run.
  std::int64_t run(std::int64_t clocks);

 private:
  /// From the address kAreas on, the program uses no memory; the first kFilled bytes of that have
  /// random contents when the run begins.
  static constexpr std::uint32_t kAreas = 0x20000, kFilled = 0x18000;
  static constexpr std::uint32_t kLowest = lanai::RandomProgram::kData, kNearBytes = 32;
  static constexpr std::uint32_t kSendMost = 4000;  ///< bytes of the longest send

  std::uint32_t any() { return static_cast<std::uint32_t>(random_()); }
  std::uint32_t below(std::uint32_t n) { return any() % n; }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  void load(std::uint32_t seed);
  void clock();
  void link_out();
  void link_in();
  void host_dma();
  void host_port();
  void next_access();
  void payload_table();
  void code();
  void words_in_a_row();
  void receive_near();
  void send_near();
  void control();
  void move_pointer();
  std::uint32_t near_program(std::uint32_t words);
  std::uint32_t in_areas(std::uint32_t bytes);
  std::uint32_t token();
  bool start_engine();
  void read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);
  void plan(std::uint32_t offset, std::uint32_t value);
  void write_register(std::uint32_t offset, std::uint32_t value);

  std::mt19937 random_;
  const Time clock_, tick_;
  Executor& chip_;
  const std::uint32_t sram_offset_;      ///< of the SRAM in the board's window
  const std::uint32_t areas_;            ///< bytes of SRAM from kAreas on
  std::array<std::uint32_t, 2> keys_{};  ///< upper bits of tokens, one of them different
  const lanai::Touches touches_;
  /// The host writes TOKEN_AT, so that now and then a TAKE finds no token, and ends the run.
  const bool moves_token_;
  Inputs in_;
  Time now_, next_tick_;
  bool data_is_due_ = false;
  bool stopped_ = false;                    ///< by a STOP of the chip
  bool received_ = false;                   ///< a word has been stored
  std::uint32_t packet_words_ = 0;          ///< that are still to arrive
  std::vector<std::uint32_t> open_halves_;  ///< of instructions, in the order of addresses
  int lazy_ = 1;                            ///< the neighbours act in one of so many clocks
  int pause_ = 0;                           ///< clocks until the host's next access
  bool in_a_row_ = false;                   ///< what is planned follows quickly
  /// Offsets in the board's window, and the words to be written there next.
  std::deque<std::pair<std::uint32_t, std::uint32_t>> plan_;
};

}  // namespace flybar::rtl
