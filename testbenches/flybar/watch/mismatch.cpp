#include "testbenches/flybar/watch/mismatch.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "models/common/mismatch.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/watch/shadow.h"
#include "testbenches/flybar/watch/tracing.h"

namespace flybar::program {
namespace {

/// What the first run says.
void be_silent() {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

void run_again(RunRequest request, const Prepared& ready, TimeWindow window) {
  request.traces = {MismatchWaveform::kFile};
  Tracing tracing(request, ready, window);
  experiments::Context context{.system = ready.system->params,
                               .observer = tracing.observer(),
                               .stepping = ready.stepping,
                               .firmware = ready.firmware,
                               .signals_from = window.from,
                               .signals_to = window.to};
  if (ready.shadow) ready.shadow->join(context);
  try {
    ready.experiment->run(context);
  } catch (const MismatchError&) {
    tracing.close(window.to);
  }
}

/// The life of the copy.
[[noreturn]] void wait_for_order(const RunRequest& request, const Prepared& ready, int order,
                                 int answer) {
  TimeWindow window{};
  if (read(order, &window, sizeof window) != sizeof window) _exit(0);
  be_silent();
  try {
    run_again(request, ready, window);
  } catch (...) {
    _exit(1);
  }
  const char done = 1;
  _exit(write(answer, &done, 1) == 1 ? 0 : 1);
}

}  // namespace

MismatchWaveform::MismatchWaveform(const RunRequest& request, const Prepared& ready) {
  if (request.nic.find("lockstep") == std::string::npos && !ready.shadow) return;
  std::array<int, 2> order{}, answer{};
  if (pipe(order.data()) != 0 || pipe(answer.data()) != 0)
    throw std::runtime_error(std::strerror(errno));
  std::fflush(nullptr);
  copy_ = fork();
  if (copy_ < 0) throw std::runtime_error(std::strerror(errno));
  if (copy_ == 0) {
    close(order[1]);
    close(answer[0]);
    wait_for_order(request, ready, order[0], answer[1]);
  }
  end_on_interrupt(copy_);
  close(order[0]);
  close(answer[1]);
  order_ = order[1];
  answer_ = answer[0];
}

void MismatchWaveform::draw(TimeWindow window) {
  if (copy_ == 0) return;
  char done = 0;
  const bool drawn =
      write(order_, &window, sizeof window) == sizeof window && read(answer_, &done, 1) == 1;
  if (drawn)
    std::fprintf(stderr,
                 "flybar: RTL and model around the difference are in %s; look at it with\n"
                 "  gtkwave %s %s.gtkw\n",
                 kFile, kFile, kFile);
  else
    std::fprintf(stderr, "flybar: the waveform of the difference, %s, could not be drawn\n", kFile);
}

MismatchWaveform::~MismatchWaveform() {
  if (copy_ == 0) return;
  close(order_);
  close(answer_);
  while (waitpid(copy_, nullptr, 0) < 0 && errno == EINTR) {
  }
  forget(copy_);
}

}  // namespace flybar::program
