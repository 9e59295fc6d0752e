/// Bandwidth of host DMA over its size, measured by firmware that does nothing else (hswap).
#pragma once

#include <vector>

#include "testbenches/experiments/measure/experiment.h"

namespace flybar::experiments {

class DmaCurve : public Experiment {
 public:
  void describe(Parameters& options) override;
  std::vector<std::string> sample_size() const override { return {"sizes", "repeat"}; }
  const char* firmware(const cluster::SystemParams&) const override { return "hswap.elf"; }
  Results run(const Context& context) override;

 private:
  enum class Direction : std::uint8_t { kHostToNic, kNicToHost };

  Bytes largest() const;
  Result bandwidth(Bytes size, std::uint32_t ticks, Time tick) const;

  Direction direction_ = Direction::kHostToNic;
  std::vector<Bytes> sizes_ = {Bytes(64),   Bytes(128),  Bytes(256),  Bytes(512),
                               Bytes(1024), Bytes(2048), Bytes(4096), Bytes(8192)};
  std::int64_t repeat_ = 200;
};

}  // namespace flybar::experiments
