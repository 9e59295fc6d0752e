#include "testbenches/flybar/watch/messages_csv.h"

#include <charconv>

#include <fmt/format.h>

#include "testbenches/experiments/measure/messages/stages.h"

namespace flybar::program {
namespace {

using experiments::MessageRecord;
using experiments::Stage;

constexpr std::int64_t kPerUs = 1'000'000;  // ps

// Texts by format strings would take more than the engines that follow the message.

void add_number(std::string& line, std::uint64_t number) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number);
  line.append(",").append(digits, end.ptr);
}

/// Exact: a picosecond is the sixth decimal. No time of a message is negative.
void add_us(std::string& line, Time time) {
  add_number(line, static_cast<std::uint64_t>(time.ps() / kPerUs));
  char digits[7];
  // A one before the decimals keeps their zeros, and makes way for the point.
  std::to_chars(digits, digits + sizeof digits, kPerUs + time.ps() % kPerUs);
  digits[0] = '.';
  line.append(digits, sizeof digits);
}

std::string title() {
  std::string line = "message,source,destination,control B,payload B,measured,begin us,latency us";
  for (const Stage& stage : experiments::stages_of(MessageRecord{}))
    line += fmt::format(",{0} begin us,{0} end us,{0} busy us", stage.name);
  return line + "\n";
}

}  // namespace

MessagesCsv::MessagesCsv(const std::string& name) : file_(name) {
  if (file_.wanted()) file_.write(title());
}

void MessagesCsv::add(const MessageRecord& message) {
  const SentMessage& sent = message.sent;
  line_ = fmt::format_int(sent.id).str();
  add_number(line_, sent.source);
  add_number(line_, sent.destination);
  add_number(line_, static_cast<std::uint64_t>(sent.control.count));
  add_number(line_, static_cast<std::uint64_t>(sent.payload.count));
  line_ += message.measured ? ",1" : ",0";
  add_us(line_, sent.begin);
  add_us(line_, message.latency());
  for (const Stage& stage : experiments::stages_of(message)) {
    if (stage.parts == 0) {
      line_ += ",,,";
      continue;
    }
    add_us(line_, stage.begin - sent.begin);
    add_us(line_, stage.end - sent.begin);
    add_us(line_, stage.busy);
  }
  line_ += '\n';
  file_.write(line_);
}

}  // namespace flybar::program
