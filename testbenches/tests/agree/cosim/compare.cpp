#include "testbenches/tests/agree/cosim/compare.h"

#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <systemc>

#include "models/rtl/executor/model_executor.h"
#include "models/rtl/lockstep/lockstep.h"
#include "testbenches/tests/agree/cosim/traffic.h"
#include "testbenches/tests/child.h"

namespace flybar::rtl {
namespace {

struct Found : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The clocks that were equal, a blank, and the difference.
std::string run(const MakeExecutor& make, std::uint32_t seed, std::int64_t clocks) {
  const lanai::ChipParams params = draw_params(seed);
  LockstepExecutor both(make(params), std::make_unique<ModelExecutor>(params),
                        static_cast<std::uint32_t>(params.sram.count / 4));
  both.report = [](const Difference& d) {
    throw Found(fmt::format("clock {}, channel {}: RTL {}, model {}\n{}", d.clock,
                            name_of(d.channel), d.leader, d.follower, d.history));
  };
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // the sockets inside the model are bound from here on
  try {
    Traffic traffic(seed, params, both);
    const std::int64_t done = traffic.run(clocks);
    both.end();
    return fmt::format("{} ", done);
  } catch (const Found& found) {
    return fmt::format("{} {}", both.clocks(), found.what());
  }
}

}  // namespace

std::string compared(const MakeExecutor& make, std::uint32_t seed, std::int64_t clocks,
                     std::int64_t* equal) {
  const std::string text = lockstep::in_child([&] { return run(make, seed, clocks); });
  const std::size_t blank = text.find(' ');
  if (text.find_first_not_of("0123456789") != blank) return text;  // the child has failed
  if (equal) *equal += std::stoll(text);
  return text.substr(blank + 1);
}

}  // namespace flybar::rtl
