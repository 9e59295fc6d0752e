/// A bus, a card and a network of one's own, and an experiment on them.
#include "bus.h"
#include "card.h"
#include "models/systems/systems.h"
#include "network.h"
#include "testbenches/experiments/measure/load.h"
#include "testbenches/experiments/measure/stack.h"

namespace {

using namespace flybar;

/// Each part is one line of registration.
const bool kAdded = [] {
  cluster::Parts& parts = systems::parts();
  parts.buses.push_back(mail::bus_kind());
  parts.cards.push_back(mail::card_kind());
  parts.networks.push_back(mail::network_kind());
  return true;
}();

/// The software of both hosts. Traces show its calls, each with the number of its word.
class Calls {
 public:
  explicit Calls(experiments::Testbed& testbed) : observer_(testbed.context().observer) {
    for (std::size_t n = 0; n < 2; ++n)
      tracks_.push_back(observer_.declare(
          call_track(std::string(testbed.hardware().node(n).name()) + ".host.mail")));
  }

  void send(std::size_t n, cluster::Node& node, std::uint32_t word) {
    const Time begin = node.cpu.now();
    node.cpu.store_word(node.seat().window + mail::MailCard::kSend, word);
    node.cpu.drain();
    observer_.on(Activity{tracks_[n], begin, node.cpu.now(), "send", word, 4});
  }
  void receive(std::size_t n, cluster::Node& node, std::uint32_t word) {
    const Time begin = node.cpu.now();
    while (node.cpu.load_word(node.seat().window + mail::MailCard::kReceived) != word) {
    }
    observer_.on(Activity{tracks_[n], begin, node.cpu.now(), "receive", word, 4});
  }

 private:
  Observer& observer_;
  std::vector<TrackId> tracks_;
};

/// A word there and back, again and again.
class Mail : public experiments::Experiment {
 public:
  void describe(Parameters& options) override {
    options.add("words", words_, {1, 1000000}, {"Words sent and sent back.", "choice"});
  }
  /// It drives the windows of mail cards.
  void check(const cluster::SystemParams& system, std::vector<Fault>& faults) const override {
    const std::string wanted = mail::card_kind().name;
    for (const cluster::SystemParams::Role& role : system.roles)
      if (const CardKind& kind = *system.plan(role.node).cards.front().kind; kind.name != wanted) {
        faults.push_back({"node.cards", "the first card is of kind " + kind.name, wanted,
                          "choose a platform with such cards: --platform mail.toml"});
        return;
      }
  }
  const char* firmware(const cluster::SystemParams&) const override { return ""; }

  experiments::Results run(const experiments::Context& context) override {
    experiments::Testbed testbed(context, {});
    experiments::Stack stack(testbed);
    Calls calls(testbed);
    Time took;
    stack.run_on(0, [&](cluster::Node& node) {
      const Time begin = node.cpu.now();
      for (std::uint32_t i = 1; i <= words_; ++i) {
        calls.send(0, node, i);
        calls.receive(0, node, i);
      }
      took = node.cpu.now() - begin;
    });
    stack.run_on(1, [&](cluster::Node& node) {
      for (std::uint32_t i = 1; i <= words_; ++i) {
        calls.receive(1, node, i);
        calls.send(1, node, i);
      }
    });
    testbed.run();
    experiments::Results results;
    results.numbers = {{"latency", took.us() / static_cast<double>(2 * words_), "us"}};
    stack.account(results);
    return results;
  }

 private:
  std::int64_t words_ = 10;
};

}  // namespace

FLYBAR_EXPERIMENT("mail", "a word to the other host and back", Mail)
