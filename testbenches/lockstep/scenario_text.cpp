/// Scenarios as text: one line for the scenario, then its settings, then its nodes, each with what
/// it sends. What is written and what is read is said once, in describe().
#include <algorithm>
#include <charconv>
#include <concepts>
#include <initializer_list>
#include <utility>

#include "models/common/fault.h"
#include "testbenches/experiments/workload_words.h"
#include "testbenches/lockstep/scenario.h"

namespace flybar::lockstep {
namespace {

template <class T>
using Choices = std::initializer_list<std::pair<const char*, T>>;

template <class Fields>
void describe(Fields& fields, Scenario& it) {
  fields.number("seed", it.seed);
  fields.word("platform", it.platform);
  fields.word("firmware", it.firmware);
  fields.choice("wiring", it.wiring,
                Choices<Wiring>{{"direct", Wiring::kDirect},
                                {"one-switch", Wiring::kOneSwitch},
                                {"chain", Wiring::kChain}});
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

class Writer {
 public:
  explicit Writer(std::string line) : line_(std::move(line)) {}

  void word(const char* key, const std::string& value) {
    line_.append(" ").append(key).append("=").append(value);
  }
  void number(const char* key, std::integral auto value) { word(key, std::to_string(value)); }
  void time(const char* key, Time value) { number(key, value.ps()); }
  template <class T>
  void choice(const char* key, T value, Choices<T> choices) {
    const auto it = std::find_if(choices.begin(), choices.end(),
                                 [&](const auto& one) { return one.second == value; });
    word(key, it->first);
  }
  std::string line() const { return line_ + "\n"; }

 private:
  std::string line_;
};

template <class T>
std::string line_of(const char* keyword, T it) {
  Writer writer(keyword);
  describe(writer, it);
  return writer.line();
}

/// The fields of one line, which must all be there, and no others.
class Reader {
 public:
  Reader(std::string where, std::string_view line) : where_(std::move(where)) {
    while (!line.empty()) {
      const std::string_view word = line.substr(0, line.find(' '));
      line.remove_prefix(std::min(word.size() + 1, line.size()));
      const std::size_t equal = word.find('=');
      if (equal == word.npos) refuse(experiments::quoted(word), "KEY=VALUE");
      values_.emplace_back(word.substr(0, equal), word.substr(equal + 1));
    }
  }

  void word(const char* key, std::string& value) { value = take(key); }
  template <std::integral T>
  void number(const char* key, T& value) {
    const std::string text = take(key);
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || stop != text.data() + text.size())
      refuse(std::string(key) + "=" + text, "a whole number that fits there");
  }
  void time(const char* key, Time& value) {
    std::int64_t ps = 0;
    number(key, ps);
    value = Time::ps(ps);
  }
  template <class T>
  void choice(const char* key, T& value, Choices<T> choices) {
    const std::string text = take(key);
    std::string allowed;
    for (const auto& [name, meaning] : choices) {
      if (text == name) {
        value = meaning;
        return;
      }
      allowed.append(allowed.empty() ? "" : ", ").append(name);
    }
    refuse(std::string(key) + "=" + text, allowed);
  }
  /// After the last field.
  void finish() const {
    if (!values_.empty()) refuse(values_.front().first, "only" + known_ + ", each once");
  }

 private:
  std::string take(const char* key) {
    known_.append(" ").append(key);
    const auto it = std::find_if(values_.begin(), values_.end(),
                                 [&](const auto& pair) { return pair.first == key; });
    if (it == values_.end()) refuse("no " + std::string(key), std::string(key) + "=VALUE");
    std::string value = it->second;
    values_.erase(it);
    return value;
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const {
    throw ConfigurationError({{where_, found, allowed, "write it as Scenario::text() does"}});
  }

  const std::string where_;
  std::vector<std::pair<std::string, std::string>> values_;
  std::string known_;
};

template <class T>
T read_line(const std::string& where, std::string_view line) {
  Reader reader(where, line);
  T it;
  describe(reader, it);
  reader.finish();
  return it;
}

/// Takes one line after the other.
class Parser {
 public:
  explicit Parser(std::string file) : file_(std::move(file)) {}

  void take(std::string_view line) {
    ++number_;
    if (line.empty() || line.starts_with('#')) return;
    const std::string_view keyword = line.substr(0, line.find(' '));
    const std::string_view rest = line.substr(std::min(keyword.size() + 1, line.size()));
    if (keyword == "scenario" && !begun_)
      begin(rest);
    else if (keyword == "set" && begun_ && scenario_.nodes.empty())
      set(rest);
    else if (keyword == "node" && begun_)
      scenario_.nodes.push_back(read_line<NodePlan>(where(), rest));
    else if (keyword == "send" && !scenario_.nodes.empty())
      scenario_.nodes.back().messages.push_back(read_line<Message>(where(), rest));
    else
      refuse(experiments::quoted(keyword));
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
  std::string where() const { return file_ + ":" + std::to_string(number_); }
  void begin(std::string_view rest) {
    scenario_ = read_line<Scenario>(where(), rest);
    begun_ = true;
  }
  void set(std::string_view rest) {
    const std::size_t equal = rest.find('=');
    if (equal == rest.npos) refuse("a setting without =");
    scenario_.settings.push_back(
        {where(), std::string(rest.substr(0, equal)), std::string(rest.substr(equal + 1))});
  }
  [[noreturn]] void refuse(const std::string& found) const {
    throw ConfigurationError(
        {{where(), found,
          "one line \"scenario\", then \"set KEY=VALUE\", then \"node\" and \"send\"",
          "write it as Scenario::text() does"}});
  }

  const std::string file_;
  int number_ = 0;
  bool begun_ = false;
  Scenario scenario_;
};

}  // namespace

std::string Scenario::text() const {
  std::string all = line_of("scenario", *this);
  for (const cluster::Setting& setting : settings)
    all += "set " + setting.key + "=" + setting.text + "\n";
  for (const NodePlan& node : nodes) {
    all += line_of("node", node);
    for (const Message& message : node.messages) all += line_of("send", message);
  }
  return all;
}

Scenario read_scenario(const std::string& file, std::string_view text) {
  Parser parser(file);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    parser.take(line);
  }
  return parser.finish();
}

}  // namespace flybar::lockstep
