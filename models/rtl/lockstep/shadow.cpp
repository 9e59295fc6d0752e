#include "models/rtl/lockstep/shadow.h"

#include <utility>

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/lanai/core/words.h"

namespace flybar::rtl {
namespace {

using lanai::ChipView;
using lanai::ClockRecord;

Inputs inputs_of(const ClockRecord& record) {
  Inputs in;
  in.tick = record.ticks;
  in.pio_valid = record.pio;
  in.pio_write = record.pio_write;
  in.pio_address = record.pio_offset;
  in.pio_wdata = record.pio_value;
  in.hdma_due = record.dma_due;
  in.hdma_rdata = record.dma_read;
  in.link_take = static_cast<std::uint8_t>(record.left.count);
  in.link_in_count = static_cast<std::uint8_t>(record.arrived.count);
  for (std::size_t n = 0; n < record.arrived.count; ++n) {
    const ClockRecord::LinkWord& word = record.arrived.words[n];
    in.link_in[n] = arrived_word(lanai::get_word(word.bytes.data()), word.count, word.tail);
  }
  return in;
}

std::unique_ptr<Executor> with_state(const lanai::ChipParams& params, const std::string& chip,
                                     const MakeExecutor& make) {
  auto executor = make(params);
  if (executor->state_ports()) return executor;
  throw ConfigurationError({{chip + ", --nic", "a chip whose state cannot be set, as a shadow",
                             "chips with state ports (models/rtl/pins/pins.h)",
                             "choose --nic lockstep, or give it state_ports()"}});
}

}  // namespace

void ShownModel::begin(const ChipView& chip) {
  pinout_.begin(chip);
  open_ = chip.engines.send.open();
  insight_ = pinout_.insight(chip);
}

void ShownModel::follow(const ChipView& after, const ClockRecord& record) {
  pinout_.clear_reports();
  out_.pio_done = record.pio_done;
  out_.pio_rdata = record.pio_read;
  out_.hdma_moved = record.dma_moved;
  out_.hdma_wdata = record.dma_written;
  out_.flow_stop = record.flow == lanai::Flow::kStop;
  out_.flow_go = record.flow == lanai::Flow::kGo;
  out_.write = record.wrote;
  out_.write_offset = static_cast<std::uint8_t>(record.written_offset);
  out_.write_data = record.written_value;
  out_.load_use = record.load_use;
  pinout_.grants(record.grants);
  for (std::size_t n = 0; n < record.left.count; ++n) {
    const ClockRecord::LinkWord& word = record.left.words[n];
    pinout_.leaves(word.bytes, word.skip, !open_);
    open_ = !word.tail;
  }
  if (record.reset) {
    pinout_.reset();
    open_ = false;
  }
  if (record.retired) pinout_.retired(after, record.pc, record.word, record.result);
  pinout_.show(after);
  insight_ = pinout_.insight(after);
}

ChipShadow::ChipShadow(const lanai::ChipParams& params, const std::string& chip,
                       const MakeExecutor& make, const MakeExecutor& shown,
                       std::function<std::string(Time)> place)
    : clock_(params.clock),
      model_(new ShownModel),
      both_(with_state(params, chip, make), std::unique_ptr<Executor>(model_), 0) {
  both_.make_shown = [params, chip, shown] { return with_state(params, chip, shown); };
  both_.report = [this, place = std::move(place)](const Difference& difference) {
    throw_mismatch(difference, "shadow", clock_, place(clock_ * difference.clock));
  };
}

void ChipShadow::begin(const ChipView& chip, std::int64_t clock) {
  both_.leader().state_ports()->set_state(chip);
  model_->begin(chip);
  both_.restart(clock);
}

void ChipShadow::clock(const ChipView& after, const ClockRecord& record) {
  model_->follow(after, record);
  both_.clock(inputs_of(record));
}

void ChipShadow::end(const ChipView& chip) {
  both_.tell();
  if (const auto difference = both_.leader().state_ports()->compare_state(chip))
    both_.differ_in_state(*difference);
}

void ChipShadow::observe(Observer& observer, const std::string& chip) {
  both_.observe(observer, chip);
}

}  // namespace flybar::rtl
