/// Stress scenarios as text: one line for the scenario, then its settings, then its nodes, each
/// with what its program does.
#include "testbenches/gms/stress_scenario.h"
#include "testbenches/lockstep/scenario_line.h"

namespace flybar::gms {

using lockstep::Choices;
using lockstep::line_of;
using lockstep::read_line;

template <class Fields>
void describe(Fields& fields, StressScenario& it) {
  fields.choice("hosts", it.crowded, Choices<bool>{{"roomy", false}, {"crowded", true}});
  fields.choice("network", it.parted, Choices<bool>{{"whole", false}, {"parted", true}});
}

template <class Fields>
void describe(Fields& fields, StressNode& it) {
  fields.number("dies_after", it.dies_after);
  fields.number("ahead", it.ahead);
}

template <class Fields>
void describe(Fields& fields, StressAction& it) {
  fields.choice("file", it.file,
                Choices<StressFile>{{"scratch", StressFile::kScratch},
                                    {"sticky-scratch", StressFile::kStickyScratch},
                                    {"own", StressFile::kOwn},
                                    {"sticky", StressFile::kSticky},
                                    {"shared", StressFile::kShared}});
  fields.number("first", it.first);
  fields.number("pages", it.pages);
  fields.number("offset", it.offset.count);
  fields.number("length", it.length.count);
  fields.choice("then", it.close, Choices<bool>{{"keep", false}, {"close", true}});
  fields.time("sleep_ps", it.sleep);
}

namespace {

constexpr const char* kScenario = "stress";
constexpr const char* kSet = "set";
constexpr const char* kNode = "node";
constexpr const char* kRead = "read";
constexpr const char* kWrite = "write";

/// Takes one line after the other.
class Parser {
 public:
  explicit Parser(std::string file) : file_(std::move(file)) {}

  void take(std::string_view line) {
    ++number_;
    if (line.empty() || line.starts_with('#')) return;
    const std::string_view keyword = line.substr(0, line.find(' '));
    const std::string_view rest = line.substr(std::min(keyword.size() + 1, line.size()));
    if (keyword == kScenario && !begun_)
      begin(rest);
    else if (keyword == kSet && begun_ && scenario_.nodes.empty())
      set(rest);
    else if (keyword == kNode && begun_)
      scenario_.nodes.push_back(read_line<StressNode>(where(), rest));
    else if ((keyword == kRead || keyword == kWrite) && !scenario_.nodes.empty())
      act(keyword == kWrite, rest);
    else
      refuse(experiments::quoted(keyword),
             "one line \"stress\", then \"set KEY=VALUE\", then \"node\", \"read\" and \"write\"");
  }

  StressScenario finish() {
    if (scenario_.nodes.size() < 2)
      refuse(std::to_string(scenario_.nodes.size()) + " nodes", "at least 2");
    if (scenario_.parted && scenario_.nodes.size() != 8)
      refuse("a parted network of " + std::to_string(scenario_.nodes.size()) + " nodes", "8 nodes");
    return std::move(scenario_);
  }

 private:
  std::string where() const { return file_ + ":" + std::to_string(number_); }
  void begin(std::string_view rest) {
    scenario_ = read_line<StressScenario>(where(), rest);
    begun_ = true;
  }
  void set(std::string_view rest) {
    const std::size_t equal = rest.find('=');
    if (equal == rest.npos) refuse("a setting without =", "KEY=VALUE");
    scenario_.settings.emplace_back(rest.substr(0, equal), rest.substr(equal + 1));
  }
  void act(bool write, std::string_view rest) {
    constexpr std::int64_t kPage = 1024;
    StressAction action = read_line<StressAction>(where(), rest);
    action.write = write;
    const std::uint32_t size = kStressPages[static_cast<std::size_t>(action.file)];
    if (action.first >= size || action.pages > size - action.first)
      refuse("pages behind the end", "pages 0 .. " + std::to_string(size - 1));
    if (action.offset < Bytes() || action.length < Bytes(1) || action.length.count > kPage ||
        action.offset.count > kPage - action.length.count)
      refuse("bytes outside of a page", "bytes 0 .. " + std::to_string(kPage - 1));
    if (write && action.file == StressFile::kShared)
      refuse("a write to the shared file", "only reads of it");
    scenario_.nodes.back().actions.push_back(action);
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const {
    throw ConfigurationError({{where(), found, allowed, lockstep::kAdvice}});
  }

  const std::string file_;
  int number_ = 0;
  bool begun_ = false;
  StressScenario scenario_;
};

}  // namespace

std::string StressScenario::text() const {
  std::string all = line_of(kScenario, *this);
  for (const auto& [key, value] : settings)
    all += std::string(kSet) + " " + key + "=" + value + "\n";
  for (const StressNode& node : nodes) {
    all += line_of(kNode, node);
    for (const StressAction& action : node.actions)
      all += line_of(action.write ? kWrite : kRead, action);
  }
  return all;
}

StressScenario read_stress(const std::string& file, std::string_view text) {
  Parser parser(file);
  lockstep::for_each_line(text, [&](std::string_view line) { parser.take(line); });
  return parser.finish();
}

}  // namespace flybar::gms
