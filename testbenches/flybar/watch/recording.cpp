#include "testbenches/flybar/watch/recording.h"

#include "testbenches/flybar/prepare/threads_option.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/watch/shadow.h"

namespace flybar::program {

Recording::Recording(const RunRequest& request, const Prepared& ready,
                     std::optional<TimeWindow> window)
    : tracing_(request, ready, window, [this] { look(); }),
      messages_(request.messages),
      calls_(request.calls),
      progress_(request.quiet),
      stages_(request.stages) {}

experiments::Context Recording::begin(const Prepared& ready) {
  experiments::Context context{
      ready.system->params,  tracing_.observer(),           ready.stepping,
      ready.firmware,        tracing_.instructions(),       tracing_.signals().from,
      tracing_.signals().to, stages_ || messages_.wanted(), {}};
  if (ready.shadow) ready.shadow->join(context);
  share_by_threads(ready.threads, context);
  if (messages_.wanted())
    context.on_message = [this](const auto& message) {
      look();
      messages_.add(message);
    };
  if (calls_.wanted())
    context.on_call = [this](const std::string& call) { calls_.write(call + "\n"); };
  const bool recorded = tracing_.wanted() || (messages_.wanted() && !messages_.is_stdout()) ||
                        (calls_.wanted() && !calls_.is_stdout());
  if (recorded) keeper_.emplace([this] { write_stopped(); });
  if (recorded || progress_.shown())
    context.on_progress = [this](double share) {
      look();
      if (progress_.shown()) progress_.step(share);
    };
  return context;
}

void Recording::write_stopped() {
  tracing_.stop();
  messages_.close(Ending::kStopped);
  calls_.close(Ending::kStopped);
}

void Recording::stop() {
  if (keeper_) write_in_spite_of_interrupt();
  write_stopped();
  if (keeper_ && interrupt_received() != 0) end_interrupted();
}

void Recording::close(Time end) {
  if (keeper_) write_in_spite_of_interrupt();
  tracing_.close(end);
  messages_.close();
  calls_.close();
}

}  // namespace flybar::program
