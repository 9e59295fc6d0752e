#include "testbenches/flybar/watch/find_message.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "models/common/error.h"
#include "testbenches/experiments/measure/messages/message_record.h"
#include "testbenches/flybar/prepare/window_text.h"
#include "testbenches/flybar/terminal/interrupt.h"

namespace flybar::program {
namespace {

using experiments::MessageRecord;

/// What the child tells.
struct Answer {
  std::int64_t begin_ps;
  std::int64_t end_ps;
  std::uint64_t last;  ///< message that was received, 0 if none was
  bool found;
};

/// The rule of MessageSummary: of messages with payload, if there are any.
class Search {
 public:
  Search(std::optional<std::uint64_t> number, int pipe) : number_(number), pipe_(pipe) {}

  void look_at(const MessageRecord& message) {
    last_ = message.sent.id;
    if (number_ && message.sent.id == *number_) finish(message);
    if (number_ || !message.measured) return;
    auto& slowest = message.sent.payload > Bytes() ? payload_ : control_;
    if (!slowest || message.latency() > slowest->latency()) slowest = message;
  }
  [[noreturn]] void end() {
    if (payload_) finish(*payload_);
    if (control_) finish(*control_);
    answer({0, 0, last_, false});
  }

 private:
  [[noreturn]] void finish(const MessageRecord& message) {
    answer({message.sent.begin.ps(), message.receive_end.ps(), last_, true});
  }
  [[noreturn]] void answer(const Answer& told) const {
    const bool done = write(pipe_, &told, sizeof told) == sizeof told;
    _exit(done ? 0 : 1);
  }

  const std::optional<std::uint64_t> number_;
  const int pipe_;
  std::uint64_t last_ = 0;
  std::optional<MessageRecord> payload_;
  std::optional<MessageRecord> control_;
};

/// What stops the run stops the second one, too, and is reported there.
[[noreturn]] void search(const Prepared& ready, Search search) {
  Observer idle;
  experiments::Context context{.system = ready.system->params,
                               .observer = idle,
                               .stepping = ready.stepping,
                               .firmware = ready.firmware};
  context.on_message = [&search](const MessageRecord& message) { search.look_at(message); };
  try {
    ready.experiment->run(context);
  } catch (...) {
  }
  search.end();
}

Answer wait_for(pid_t child, int pipe) {
  Answer answer{};
  ssize_t got = 0;
  do got = read(pipe, &answer, sizeof answer);
  while (got < 0 && errno == EINTR);
  close(pipe);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  forget(child);
  if (got != sizeof answer) throw std::runtime_error("the search for a message was ended");
  return answer;
}

TimeWindow find_message(const Prepared& ready, const std::string& option,
                        const std::string& window) {
  const std::optional<std::uint64_t> number = message_number(option, window);
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) throw std::runtime_error(std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::strerror(errno));
  if (child == 0) search(ready, Search(number, pipe[1]));
  end_on_interrupt(child);
  close(pipe[1]);
  const Answer answer = wait_for(child, pipe[0]);
  if (answer.found) return {Time::ps(answer.begin_ps), Time::ps(answer.end_ps)};
  if (answer.last == 0)
    throw NoSuchMessage({option, "there is no " + window + ": no message was received",
                         "experiments that send messages",
                         "give a window of time, for example \"520 us..710 us\""});
  throw NoSuchMessage(
      {option, "there is no " + window,
       "messages of this run; the last that was received is " + std::to_string(answer.last),
       "take a number from --messages FILE.csv"});
}

}  // namespace

TimeWindow named_window(const Prepared& ready, const std::string& option,
                        const std::string& window) {
  return names_message(window) ? find_message(ready, option, window) : stretch_of(option, window);
}

}  // namespace flybar::program
