#include "testbenches/experiments/measure/messages/messages.h"

#include "testbenches/experiments/measure/messages/stages.h"

namespace flybar::experiments {

Messages::Messages(const Context& context, std::optional<std::size_t> stages_of)
    : all_stages_(context.stages),
      on_message_(context.on_message),
      stages_of_(stages_of),
      watches_engines_(all_stages_ || stages_of_),
      observer_(context.observer),
      log_(context.observer, [this](const MessageRecord& message) { take(message); }),
      summary_(all_stages_) {
  log_.keep_stages(watches_engines_);
}

void Messages::measure(Time zero) {
  zero_ = zero;
  log_.measure(true);
}

void Messages::take(const MessageRecord& message) {
  ++received_;
  summary_.add(message);
  if (on_message_) on_message_(message);
  if (first_ || !message.measured || stages_of_ != message.sent.source) return;
  first_ = message;
  log_.keep_stages(all_stages_);
}

Table Messages::stages_of_first() const {
  if (!first_) return {};
  Table table = stages_table("stages of the first message", *first_, zero_);
  table.note = message_name(first_->sent.id);
  return table;
}

void Messages::account(Results& results) const {
  summary_.account(results, prefix_);
}

}  // namespace flybar::experiments
