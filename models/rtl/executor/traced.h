/// What Verilator has made with --trace, as an executor that also shows the signals inside.
/// For the files that include <verilated_vcd_c.h>, and what models/rtl/executor/verilated.h asks
/// for.
#pragma once

#include <optional>
#include <string>

#include "models/rtl/executor/vcd_signals.h"
#include "models/rtl/executor/verilated.h"

namespace flybar::rtl {

template <class Pins>
class TracedExecutor : public VerilatedExecutor<Pins> {
 public:
  explicit TracedExecutor(const lanai::ChipParams& params) : VerilatedExecutor<Pins>(params) {}
  ~TracedExecutor() override { vcd_.close(); }

  void observe(Observer& observer, const std::string& chip) override {
    this->always_whole();  // Verilator notes in eval() only that something may have changed
    signals_.emplace(observer, chip, "lanai_board");
    this->context().traceEverOn(true);
    this->pins().trace(&vcd_, 99);  // of all depths
    vcd_.open("");
    vcd_.flush();
  }
  void sample(Time at) override {
    signals_->at(at);
    vcd_.dump(++samples_);
    vcd_.flush();
  }

 private:
  /// Leads to the signals instead of a file.
  struct Text : VerilatedVcdFile {
    explicit Text(TracedExecutor& source) : executor(source) {}
    bool open(const std::string&) override { return true; }
    void close() override {}
    ssize_t write(const char* text, ssize_t length) override {
      executor.signals_->read({text, static_cast<std::size_t>(length)});
      return length;
    }
    TracedExecutor& executor;
  };

  std::optional<VcdSignals> signals_;
  Text text_{*this};
  VerilatedVcdC vcd_{&text_};
  std::uint64_t samples_ = 0;
};

}  // namespace flybar::rtl
