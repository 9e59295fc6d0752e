/// A chip made by Verilator whose flip-flops can be given the state of the model, and compared with
/// it. For the files that include the headers of the class; see verilated.h.
#pragma once

#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "models/rtl/executor/flip_flops.h"
#include "models/rtl/pins/pins.h"

namespace flybar::rtl {

/// `Base` is a VerilatedExecutor, or made of one.
template <class Base>
class StatefulExecutor : public Base, public StatePorts {
 public:
  using Base::Base;

  StatePorts* state_ports() override { return this; }
  void set_state(const lanai::ChipView& chip) override {
    auto& root = *this->pins().rootp;  // nothing is on its way to a register
    root.lanai_board__DOT__u_chip__DOT__u_core__DOT__u_operands__DOT__u_regfile__DOT__base_write_q =
        0;
    root.lanai_board__DOT__u_chip__DOT__u_core__DOT__u_operands__DOT__u_regfile__DOT__write_q = 0;
    for_each_flip_flop(*this->pins().rootp, chip, [](const FlipFlop&, auto& field, auto value) {
      field = static_cast<std::remove_reference_t<decltype(field)>>(value);
    });
    this->settle();
  }
  std::optional<StateDifference> compare_state(const lanai::ChipView& chip) override {
    std::optional<StateDifference> first;
    for_each_flip_flop(
        *this->pins().rootp, chip, [&first](const FlipFlop& at, const auto& field, auto value) {
          if (first || std::uint64_t{field} == std::uint64_t(value)) return;
          first = StateDifference{name_of(at), std::uint64_t{field}, std::uint64_t(value)};
        });
    return first;
  }

 private:
  static std::string name_of(const FlipFlop& at) {
    if (at.field) return fmt::format("{}.{}", at.name, at.field);
    return at.word == FlipFlop::kNoWord ? at.name : fmt::format("{}[{}]", at.name, at.word);
  }
};

}  // namespace flybar::rtl
