#include "models/lanai/board/signals.h"

namespace flybar::lanai {

namespace {

struct Signal {
  const char* name;
  unsigned bits;
  const char* unit;
  Block block;
  std::uint64_t ClockView::*value;
  Row row = Row::kNone;
};

constexpr Signal kAll[] = {
    {"cpu.reset", 1, "", Block::kProcessor, &ClockView::reset},
    {"cpu.pc", 32, "", Block::kProcessor, &ClockView::pc, Row::kProgram},
    {"cpu.stalled", 1, "", Block::kProcessor, &ClockView::stalled},
    {"sram.grant_host", 2, "", Block::kEngine, &ClockView::grant_host},
    {"sram.grant_receive", 2, "", Block::kEngine, &ClockView::grant_receive},
    {"sram.grant_send", 2, "", Block::kEngine, &ClockView::grant_send},
    {"sram.left_for_cpu", 3, "", Block::kEngine, &ClockView::left_for_cpu},
    {"host_dma.working", 1, "", Block::kEngine, &ClockView::dma_busy},
    {"host_dma.bytes_left", 32, "B", Block::kEngine, &ClockView::dma_bytes_left, Row::kProgress},
    {"receive_dma.armed", 1, "", Block::kEngine, &ClockView::receive_armed},
    {"receive_dma.RMP", 32, "", Block::kEngine, &ClockView::receive_pointer},
    {"receive_dma.waiting", 8, "words", Block::kEngine, &ClockView::receive_waiting},
    {"send_dma.active", 1, "", Block::kEngine, &ClockView::send_active},
    {"send_dma.SMP", 32, "", Block::kEngine, &ClockView::send_pointer},
    {"send_dma.waiting", 8, "words", Block::kEngine, &ClockView::send_waiting},
    {"registers.ISR", 32, "", Block::kEngine, &ClockView::status},
    {"registers.interrupt", 1, "", Block::kEngine, &ClockView::interrupt},
};

/// "receive.h:57", or nothing.
std::string source_of(const SourceLocation& place) {
  if (place.line == 0) return "";
  return place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
}

}  // namespace

Signals::Signals(Observer& observer, const std::string& chip) : observer_(observer) {
  static_assert(std::size(kAll) == kSignals);
  for (std::size_t i = 0; i < kSignals; ++i)
    tracks_[i] = observer.declare({.name = chip + "." + kAll[i].name,
                                   .kind = TrackKind::kSignal,
                                   .bits = kAll[i].bits,
                                   .unit = kAll[i].unit,
                                   .block = kAll[i].block,
                                   .row = kAll[i].row});
  const auto text = [&](const char* name) {
    return observer.declare({.name = chip + name,
                             .kind = TrackKind::kSignal,
                             .text = true,
                             .block = Block::kProcessor,
                             .row = Row::kProgram});
  };
  function_track_ = text(".cpu.function");
  source_track_ = text(".cpu.source");
}

void Signals::tell(TrackId track, Time at, std::string& last, std::string_view text) {
  if (!first_ && text == last) return;
  last = text;
  observer_.on(Change{track, at, 0, last});
}

void Signals::sample(Time at, const ClockView& view, const SourceLocation& place) {
  for (std::size_t i = 0; i < kSignals; ++i) {
    const std::uint64_t value = view.*kAll[i].value;
    if (!first_ && value == last_[i]) continue;
    last_[i] = value;
    observer_.on(Change{tracks_[i], at, value, {}});
  }
  tell(function_track_, at, function_, place.innermost());
  tell(source_track_, at, source_, source_of(place));
  first_ = false;
}

}  // namespace flybar::lanai
