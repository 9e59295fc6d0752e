#include "testbenches/flybar/tracing.h"

#include <algorithm>
#include <cstdio>

#include "models/common/quantity.h"
#include "models/common/systemc_time.h"
#include "models/lanai/params.h"
#include "testbenches/experiments/beside.h"
#include "testbenches/flybar/find_message.h"
#include "testbenches/flybar/interrupt.h"
#include "traces/sinks/output.h"
#include "traces/sinks/until_end.h"

namespace flybar::program {
namespace {

/// Boards with another SRAM than the client's have the same code at the same addresses: only where
/// the stack begins differs.
lanai::Image image_of(const Prepared& prepared) {
  std::vector<std::filesystem::path> files(prepared.firmware.begin(), prepared.firmware.end());
  if (files.empty())
    files.push_back(experiments::beside_program("firmware") /
                    prepared.experiment->firmware(prepared.system->params));
  return lanai::load_image(files, prepared.system->params.node(0).get<lanai::ChipParams>().sram);
}

void warn_of_empty_window(Time end) {
  std::fprintf(stderr, "flybar: --trace-window: the run ends at %s, so the traces are empty\n",
               quantity::print(end).c_str());
}

}  // namespace

std::optional<TimeWindow> window_of(const RunRequest& request, const Prepared& prepared) {
  if (!request.trace_window) return std::nullopt;
  if (names_message(*request.trace_window)) return find_message(prepared, *request.trace_window);
  try {
    return parse_window("--trace-window", *request.trace_window);
  } catch (const OutputError& error) {
    throw ConfigurationError(error.faults());  // of the command line, not of any file
  }
}

std::unique_ptr<Sink> Tracing::make(const std::string& file, const Prepared& prepared) {
  remove_on_interrupt(unfinished(file));
  if (!file.ends_with(".callgrind")) return make_sink(file);
  if (!image_) image_ = image_of(prepared);
  return make_sink(file, {.locate = [this](std::string_view, std::uint32_t pc) {
                     const lanai::SourceLocation at = image_->locate(pc);
                     return SourceLocation{at.function, at.file, at.line, at.offset};
                   }});
}

Tracing::Tracing(const RunRequest& request, const Prepared& prepared,
                 std::optional<TimeWindow> window)
    : window_(window), files_(request.traces) {
  std::vector<std::unique_ptr<Sink>> sinks;
  for (const std::string& file : request.traces) sinks.push_back(make(file, prepared));
  if (sinks.empty()) return;
  const auto is_wave = [](const std::string& file) {
    return file.ends_with(".fst") || file.ends_with(".vcd");
  };
  if (std::any_of(request.traces.begin(), request.traces.end(), is_wave))
    signals_ = window_.value_or(TimeWindow{Time(), Time::never()});
  sink_ = std::make_unique<Fanout>(std::move(sinks));
  if (window_) sink_ = std::make_unique<WindowFilter>(std::move(sink_), *window_);
  sink_ = std::make_unique<UntilEnd>(std::move(sink_), kernel_time);
}

Observer& Tracing::observer() {
  return sink_ ? static_cast<Observer&>(*sink_) : idle_;
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
}

void Tracing::close(Time end) {
  if (!sink_) return;
  sink_->close(end);
  if (window_ && window_->from >= end) warn_of_empty_window(end);
}

}  // namespace flybar::program
