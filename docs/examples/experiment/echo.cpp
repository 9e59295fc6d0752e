/// An experiment of one's own: a word to the server and back, again and again.
#include "testbenches/experiments/measure/load.h"
#include "testbenches/experiments/page/messages.h"

namespace {

using namespace flybar;
using experiments::TrapezeStack;

class Echo : public experiments::ExperimentOn<TrapezeStack> {
 public:
  void describe(Parameters& options) override {
    options.add("pings", pings_, {1, 1000000}, {"Words sent and sent back.", "choice"});
  }

  experiments::Results run(const experiments::Context& context) override {
    experiments::Testbed testbed(context, {});
    TrapezeStack stack(testbed, {});
    Time took;
    stack.run_on(0, [&](TrapezeStack::Host& host) {
      experiments::SendFrames frames(host.memory, 0, Bytes());
      experiments::TakenPages pages(host);
      const Time begin = host.cpu.now();
      for (std::int64_t i = 0; i < pings_; ++i) {
        send(host, frames, {1, Bytes(8), Bytes(), static_cast<std::uint64_t>(i)});
        receive(host, pages, Bytes(8), Bytes(), static_cast<std::uint64_t>(i));
      }
      took = host.cpu.now() - begin;
    });
    stack.run_on(1, [&](TrapezeStack::Host& host) {
      experiments::SendFrames frames(host.memory, 0, Bytes());
      experiments::TakenPages pages(host);
      for (std::int64_t i = 0; i < pings_; ++i) {
        receive(host, pages, Bytes(8), Bytes(), static_cast<std::uint64_t>(i));
        send(host, frames, {0, Bytes(8), Bytes(), static_cast<std::uint64_t>(i)});
      }
    });
    testbed.run();
    experiments::Results results;
    results.numbers = {{"round_trip", took.us() / static_cast<double>(pings_), "us"}};
    stack.account(results);
    return results;
  }

 private:
  std::int64_t pings_ = 10;
};

}  // namespace

FLYBAR_EXPERIMENT("echo", "a word to the server and back", Echo)
