#define VL_TIME_CONTEXT  // before SystemC, whose sc_time_stamp() it would ask for
#include <Vlanai_board_seeded.h>
#include <Vlanai_board_seeded___024root.h>
#include <Vlanai_board_seeded_seeded_pkg.h>
#include <verilated_vcd_c.h>

#include "testbenches/tests/agree/cosim/seeded.h"

#include "models/rtl/executor/stateful.h"
#include "models/rtl/executor/traced.h"

FLYBAR_PHASES(Vlanai_board_seeded);

namespace flybar::rtl {
namespace {

constexpr const char* kFaults[] = {
#include "seeded_faults.inc"
};

class SeededExecutor final : public StatefulExecutor<TracedExecutor<Vlanai_board_seeded>> {
 public:
  SeededExecutor(const lanai::ChipParams& params, int fault) : StatefulExecutor(params) {
    pins().rootp->__PVT__seeded_pkg->which = static_cast<CData>(fault);
    touch();
  }
};

}  // namespace

std::span<const char* const> seeded_faults() {
  return kFaults;
}

std::unique_ptr<Executor> make_seeded(const lanai::ChipParams& params, int fault) {
  return std::make_unique<SeededExecutor>(params, fault);
}

}  // namespace flybar::rtl
