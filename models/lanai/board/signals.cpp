#include "models/lanai/board/signals.h"

namespace flybar::lanai {

namespace {

struct Signal {
  const char* name;
  unsigned bits;
  const char* unit;
  std::uint64_t ClockView::*value;
};

constexpr Signal kAll[] = {
    {"cpu.reset", 1, "", &ClockView::reset},
    {"cpu.pc", 32, "", &ClockView::pc},
    {"cpu.stalled", 1, "", &ClockView::stalled},
    {"sram.grant_host", 2, "", &ClockView::grant_host},
    {"sram.grant_receive", 2, "", &ClockView::grant_receive},
    {"sram.grant_send", 2, "", &ClockView::grant_send},
    {"sram.left_for_cpu", 3, "", &ClockView::left_for_cpu},
    {"host_dma.working", 1, "", &ClockView::dma_busy},
    {"host_dma.bytes_left", 32, "B", &ClockView::dma_bytes_left},
    {"receive_dma.armed", 1, "", &ClockView::receive_armed},
    {"receive_dma.RMP", 32, "", &ClockView::receive_pointer},
    {"receive_dma.waiting", 8, "words", &ClockView::receive_waiting},
    {"send_dma.active", 1, "", &ClockView::send_active},
    {"send_dma.SMP", 32, "", &ClockView::send_pointer},
    {"send_dma.waiting", 8, "words", &ClockView::send_waiting},
    {"registers.ISR", 32, "", &ClockView::status},
    {"registers.interrupt", 1, "", &ClockView::interrupt},
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
                                   .unit = kAll[i].unit});
  function_track_ =
      observer.declare({.name = chip + ".cpu.function", .kind = TrackKind::kSignal, .text = true});
  source_track_ =
      observer.declare({.name = chip + ".cpu.source", .kind = TrackKind::kSignal, .text = true});
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
