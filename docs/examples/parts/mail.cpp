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
    Time took;
    stack.run_on(0, [&](cluster::Node& node) {
      const Time begin = node.cpu.now();
      for (std::uint32_t i = 1; i <= words_; ++i) {
        send(node, i);
        receive(node, i);
      }
      took = node.cpu.now() - begin;
    });
    stack.run_on(1, [&](cluster::Node& node) {
      for (std::uint32_t i = 1; i <= words_; ++i) {
        receive(node, i);
        send(node, i);
      }
    });
    testbed.run();
    experiments::Results results;
    results.numbers = {{"latency", took.us() / static_cast<double>(2 * words_), "us"}};
    stack.account(results);
    return results;
  }

 private:
  static void send(cluster::Node& node, std::uint32_t word) {
    node.cpu.store_word(node.seat().window + mail::MailCard::kSend, word);
    node.cpu.drain();
  }
  static void receive(cluster::Node& node, std::uint32_t word) {
    while (node.cpu.load_word(node.seat().window + mail::MailCard::kReceived) != word) {
    }
  }

  std::int64_t words_ = 10;
};

}  // namespace

FLYBAR_EXPERIMENT("mail", "a word to the other host and back", Mail)
