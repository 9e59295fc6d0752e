#include "testbenches/flybar/tracing.h"

#include "testbenches/flybar/interrupt.h"
#include "traces/sinks/window.h"

namespace flybar::program {
namespace {

TimeWindow window_of(const std::string& text) {
  try {
    return parse_window("--trace-window", text);
  } catch (const OutputError& error) {
    throw ConfigurationError(error.faults());  // of the command line, not of any file
  }
}

}  // namespace

Tracing::Tracing(const RunRequest& request) {
  std::optional<TimeWindow> window;
  if (!request.trace_window.empty()) window = window_of(request.trace_window);
  std::vector<std::unique_ptr<Sink>> sinks;
  for (const std::string& file : request.traces) {
    remove_on_interrupt(file + ".partial");
    sinks.push_back(make_sink(file));
  }
  if (sinks.empty()) return;
  sink_ = std::make_unique<Fanout>(std::move(sinks));
  if (window) sink_ = std::make_unique<Window>(std::move(sink_), *window);
}

Observer& Tracing::observer() {
  return sink_ ? static_cast<Observer&>(*sink_) : idle_;
}

void Tracing::close(Time end) {
  if (sink_) sink_->close(end);
}

}  // namespace flybar::program
