#include "testbenches/flybar/watch/tracing.h"

#include <algorithm>
#include <cstdio>

#include "models/common/quantity.h"
#include "models/common/systemc_time.h"
#include "testbenches/experiments/measure/beside.h"
#include "testbenches/flybar/watch/find_message.h"
#include "traces/sinks/firmware/firmware.h"
#include "traces/sinks/output.h"
#include "traces/sinks/stages/between.h"
#include "traces/sinks/stages/owners.h"
#include "traces/sinks/stages/until_end.h"
#include "traces/sinks/waves/wires.h"

namespace flybar::program {
namespace {

/// As the first card that runs an image has it; null if there is none. In a card with another
/// memory the same code is at the same addresses: only where the stack begins differs.
std::unique_ptr<Code> code_of(const Prepared& prepared) {
  const cluster::SystemParams& system = prepared.system->params;
  std::vector<std::filesystem::path> files(prepared.firmware.begin(), prepared.firmware.end());
  const std::string standard = prepared.experiment->firmware(system);
  if (files.empty() && standard.empty()) return nullptr;
  if (files.empty()) files.push_back(experiments::beside_program("firmware") / standard);
  for (const cluster::SystemParams::Role& role : system.roles)
    for (const cluster::CardPlan& card : system.plan(role.node).cards)
      if (card.kind->read_code) return card.kind->read_code(files, &role.node);
  return nullptr;
}

bool is_wave(const std::string& file) {
  return file.ends_with(".fst") || file.ends_with(".vcd");
}

bool is_timeline(const std::string& file) {
  return file.ends_with(".pftrace") || file.ends_with(".timeline.json");
}

bool names_instructions(const std::string& file) {
  return file.ends_with(".callgrind") || is_timeline(file);
}

}  // namespace

std::optional<TimeWindow> window_of(const RunRequest& request, const Prepared& prepared) {
  if (!request.trace_window) return std::nullopt;
  return named_window(prepared, "--trace-window", *request.trace_window);
}

std::unique_ptr<Sink> Tracing::make(const std::string& file, const Prepared& prepared) {
  if (!instructions_ && names_instructions(file)) {
    instructions_ = true;
    code_ = code_of(prepared);
  }
  auto sink = make_sink(file, names());
  writers_.push_back(sink.get());
  return sink;
}

SinkOptions Tracing::names() const {
  return {.locate = [this](std::string_view, std::uint32_t pc) {
    return code_ ? code_->locate(pc) : SourceLocation();
  }};
}

/// What events pass on their way to these sinks.
std::unique_ptr<Sink> Tracing::chain(std::vector<std::unique_ptr<Sink>> sinks, bool firmware) {
  std::unique_ptr<Sink> sink = std::make_unique<Fanout>(std::move(sinks));
  if (window_) sink = std::make_unique<WindowFilter>(std::move(sink), *window_);
  sink = std::make_unique<Owners>(std::move(sink));
  if (firmware) sink = std::make_unique<Firmware>(std::move(sink), names().locate);
  return std::make_unique<UntilEnd>(std::move(sink), kernel_time);
}

Tracing::Tracing(const RunRequest& request, const Prepared& prepared,
                 std::optional<TimeWindow> window, std::function<void()> between)
    : window_(window), quiet_(request.quiet), files_(request.traces) {
  std::vector<std::unique_ptr<Sink>> waves, others, all;
  for (const std::string& file : request.traces)
    (is_wave(file) ? waves : others).push_back(make(file, prepared));
  if (!waves.empty()) {
    signals_ = window_.value_or(TimeWindow{Time(), Time::never()});
    all.push_back(std::make_unique<Wires>(chain(std::move(waves), false)));
  }
  if (!others.empty()) {
    const bool firmware = std::any_of(request.traces.begin(), request.traces.end(), is_timeline);
    all.push_back(chain(std::move(others), firmware));
  }
  if (all.empty()) return;
  auto fanout = std::make_unique<Fanout>(std::move(all));
  sink_ = std::make_unique<Between>(std::move(fanout), std::move(between));
}

Observer& Tracing::observer() {
  return sink_ ? static_cast<Observer&>(*sink_) : nobody();
}

/// What stopped the run matters more than a trace that cannot be written, so that is only told.
void Tracing::stop() {
  if (!sink_) return;
  sink_->stop();
  try {
    sink_->close(Time());
  } catch (const OutputError& error) {
    std::fprintf(stderr, "flybar: a trace of the stopped run cannot be written\n%s\n",
                 error.what());
    return;
  }
  std::string names;
  for (const std::string& file : files_)
    names.append(names.empty() ? "" : ", ").append(final_name(file, Ending::kStopped).string());
  std::fprintf(stderr, "flybar: what happened until the run stopped is in %s\n", names.c_str());
  tell_remarks();
}

void Tracing::close(Time end) {
  if (!sink_ || misses(end)) return;
  sink_->close(end);
  if (!quiet_) tell_remarks();
}

void Tracing::tell_remarks() const {
  for (const Sink* writer : writers_)
    if (const std::string remark = writer->remark(); !remark.empty())
      std::fprintf(stderr, "flybar: %s\n", remark.c_str());
}

bool Tracing::misses(Time end) const {
  return window_ && window_->from >= end;
}

void Tracing::check_window(Time end) const {
  if (misses(end))
    throw ConfigurationError({Fault{"--trace-window",
                                    "begins at " + quantity::print(window_->from) +
                                        ", and the run ends at " + quantity::print(end),
                                    "windows that begin before the end of the run",
                                    "choose an earlier one; the results are complete, and no "
                                    "trace was written"}});
}

}  // namespace flybar::program
