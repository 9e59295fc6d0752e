/// Scenarios as text: one line for the scenario, then its settings, then its nodes, each with what
/// it sends. What is written and what is read is said once, in describe().
#include <algorithm>
#include <utility>

#include "testbenches/tests/agree/lockstep/scenario.h"
#include "testbenches/tests/agree/lockstep/scenario_line.h"

namespace flybar::lockstep {

template <class Fields>
void describe(Fields& fields, Scenario& it) {
  fields.number("seed", it.seed);
  fields.word("firmware", it.firmware);
  fields.choice("wiring", it.wiring,
                Choices<Wiring>{{"direct", Wiring::kDirect},
                                {"one-switch", Wiring::kOneSwitch},
                                {"chain", Wiring::kChain},
                                {"trunks", Wiring::kTrunks},
                                {"tree", Wiring::kTree},
                                {"clos", Wiring::kClos},
                                {"half-clos", Wiring::kHalfClos}});
  fields.choice("notify", it.notify,
                Choices<trapeze::Notify>{{"polling", trapeze::Notify::kPolling},
                                         {"interrupt", trapeze::Notify::kInterrupt}});
  fields.choice("frames", it.attach_frames, Choices<bool>{{"attached", true}, {"none", false}});
  fields.number("eimr", it.interrupts);
  fields.number("it", it.timer);
}

template <class Fields>
void describe(Fields& fields, NodePlan& it) {
  fields.time("begin_ps", it.begin);
  fields.time("patience_ps", it.patience);
  fields.number("seed", it.seed);
  fields.number("buffers", it.buffers);
  fields.number("expected", it.expected);
  fields.time("longest_hold_ps", it.longest_hold);
  fields.number("hold_one_in", it.hold_one_in);
  fields.number("most_held", it.most_held);
  fields.number("detach_one_in", it.detach_one_in);
  fields.number("cancel_one_in", it.cancel_one_in);
}

template <class Fields>
void describe(Fields& fields, Message& it) {
  fields.number("to", it.to);
  fields.number("type", it.type);
  fields.number("control_bytes", it.control.count);
  fields.number("payload_bytes", it.payload.count);
  fields.choice(
      "tag", it.tag,
      Choices<Tag>{{"fixed", Tag::kFixed}, {"valid", Tag::kValid}, {"stale", Tag::kStale}});
  fields.number("token", it.token);
  fields.time("gap_ps", it.gap);
}

namespace {

/// Takes one line after the other.
class Parser {
 public:
  explicit Parser(std::string file) : file_(std::move(file)) {}

  void take(const Line& line) {
    const std::string_view keyword = line.keyword;
    if (keyword == "scenario" && !begun_)
      begin(line);
    else if (keyword == "set" && begun_ && scenario_.nodes.empty())
      set(line);
    else if (keyword == "node" && begun_)
      scenario_.nodes.push_back(line.read<NodePlan>());
    else if (keyword == "send" && !scenario_.nodes.empty())
      scenario_.nodes.back().messages.push_back(line.read<Message>());
    else
      line.refuse(experiments::quoted(keyword),
                  "one line \"scenario\", then \"set KEY=VALUE\", then \"node\" and \"send\"");
  }

  Scenario finish() {
    if (scenario_.nodes.size() < 2)
      throw ConfigurationError({{file_, std::to_string(scenario_.nodes.size()) + " nodes",
                                 "at least 2", "add lines that begin with node"}});
    for (const NodePlan& node : scenario_.nodes)
      for (const Message& message : node.messages)
        if (message.to >= scenario_.nodes.size())
          throw ConfigurationError({{file_, "a message to node " + std::to_string(message.to),
                                     "0 .. " + std::to_string(scenario_.nodes.size() - 1),
                                     "send it to a node that exists"}});
    return std::move(scenario_);
  }

 private:
  void begin(const Line& line) {
    scenario_ = line.read<Scenario>();
    begun_ = true;
  }
  void set(const Line& line) {
    const auto [key, value] = line.setting();
    scenario_.settings.push_back({line.where, key, value});
  }

  const std::string file_;
  bool begun_ = false;
  Scenario scenario_;
};

}  // namespace

std::string Scenario::text() const {
  std::string all = line_of("scenario", *this);
  const auto values = system();
  for (const auto& [key, parameter] : values->table.rows())
    all += "set " + key + "=" + parameter->value() + "\n";
  for (const NodePlan& node : nodes) {
    all += line_of("node", node);
    for (const Message& message : node.messages) all += line_of("send", message);
  }
  return all;
}

Scenario read_scenario(const std::string& file, std::string_view text) {
  Parser parser(file);
  for_each_line(file, text, [&](const Line& line) { parser.take(line); });
  return parser.finish();
}

}  // namespace flybar::lockstep
