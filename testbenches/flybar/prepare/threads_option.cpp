#include "testbenches/flybar/prepare/threads_option.h"

#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "models/cluster/build/hardware.h"
#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/threads/crew.h"

namespace flybar::program {
namespace {

constexpr const char* kAuto = "auto";
/// Set for tests: threads share the work of small systems, too, however busy the processors are,
/// and the run says how often they did.
constexpr const char* kAlways = "FLYBAR_THREADS_ALWAYS";

void tell_pieces(const cluster::Hardware& hardware) {
  const Crew::Pieces& pieces = hardware.crew().pieces();
  std::fprintf(stderr, "flybar: threads: %llu of %llu pieces were shared\n",
               static_cast<unsigned long long>(pieces.shared),
               static_cast<unsigned long long>(pieces.all));
}

}  // namespace

/// By the load of the last minute.
std::size_t idle_processors() {
  double load = 0;
  if (getloadavg(&load, 1) != 1) return 1;
  const auto busy = static_cast<std::size_t>(std::lround(load));
  return std::max(busy + 1, Crew::processors()) - busy;
}

std::size_t threads_in(const std::string& text, const std::string& where) {
  if (text == kAuto) return std::min(idle_processors(), Crew::kMostThreads);
  const auto count = quantity::parse_count(text);
  if (count && *count >= 1 && *count <= static_cast<std::int64_t>(Crew::kMostThreads))
    return static_cast<std::size_t>(*count);
  throw ConfigurationError({{where, "\"" + text + "\" is no number of threads",
                             "1 .. " + std::to_string(Crew::kMostThreads) + ", or auto",
                             "choose as many as processors are idle, or leave it out"}});
}

std::size_t threads_of(const RunRequest& request) {
  return request.threads ? threads_in(*request.threads, "--threads") : 1;
}

void share_by_threads(std::size_t asked, experiments::Context& context) {
  const auto say = [asked](std::size_t used, const std::string& why) {
    std::fprintf(stderr, "flybar: the run uses %zu of %zu threads: %s\n", used, asked, why.c_str());
  };
  context.threads.asked = asked;
  context.threads.on_less = say;
  if (getenv(kAlways) != nullptr) {
    context.threads.always = true;
    if (!context.after_run) context.after_run = tell_pieces;
  } else if (const std::size_t processors = Crew::processors(); processors < asked) {
    context.threads.asked = processors;
    say(processors, "this machine has no more processors for it");
  }
}

}  // namespace flybar::program
