#include "testbenches/cosim/compare.h"

#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <systemc>

#include "models/rtl/lockstep.h"
#include "models/rtl/model_executor.h"
#include "testbenches/cosim/traffic.h"
#include "testbenches/lockstep/child.h"

namespace flybar::rtl {
namespace {

struct Found : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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
    traffic.run(clocks);
    both.end();
  } catch (const Found& found) {
    return found.what();
  }
  return "";
}

}  // namespace

std::string compared(const MakeExecutor& make, std::uint32_t seed, std::int64_t clocks) {
  return lockstep::in_child([&] { return run(make, seed, clocks); });
}

}  // namespace flybar::rtl
