#include "testbenches/flybar/messages_csv.h"

#include <fmt/format.h>

#include "testbenches/experiments/messages/stages.h"
#include "testbenches/flybar/interrupt.h"
#include "testbenches/flybar/output.h"

namespace flybar::program {
namespace {

using experiments::MessageRecord;
using experiments::Stage;

/// Exact: a picosecond is the sixth decimal.
std::string us(Time time) {
  const std::int64_t ps = time.ps();
  return fmt::format("{}.{:06}", ps / 1'000'000, ps % 1'000'000);
}

std::string title() {
  std::string line = "message,source,destination,control B,payload B,measured,begin us,latency us";
  for (const Stage& stage : experiments::stages_of(MessageRecord{}))
    line += fmt::format(",{0} begin us,{0} end us,{0} busy us", stage.name);
  return line + "\n";
}

}  // namespace

MessagesCsv::MessagesCsv(const std::string& name) : stdout_(name == "-" || name == "/dev/stdout") {
  if (name.empty()) return;
  if (!stdout_) {
    remove_on_interrupt(unfinished(name));
    file_.emplace(name);
  }
  write(title());
}

void MessagesCsv::write(const std::string& text) {
  if (file_)
    file_->write(text);
  else
    print(text);
}

void MessagesCsv::add(const MessageRecord& message) {
  const trapeze::SentMessage& sent = message.sent;
  line_ = fmt::format("{},{},{},{},{},{},{},{}", sent.id, sent.source, sent.destination,
                      sent.control.count, sent.payload.count, message.measured ? 1 : 0,
                      us(sent.begin), us(message.latency()));
  for (const Stage& stage : experiments::stages_of(message)) {
    if (stage.parts == 0)
      line_ += ",,,";
    else
      line_ += fmt::format(",{},{},{}", us(stage.begin - sent.begin), us(stage.end - sent.begin),
                           us(stage.busy));
  }
  line_ += '\n';
  write(line_);
}

void MessagesCsv::close(Ending ending) {
  if (file_) file_->commit(ending);
}

}  // namespace flybar::program
