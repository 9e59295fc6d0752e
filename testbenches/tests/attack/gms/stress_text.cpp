/// Stress scenarios as text: one line for the scenario, then its settings, then its nodes, each
/// with what its program does.
#include "testbenches/tests/agree/lockstep/scenario_line.h"
#include "testbenches/tests/attack/gms/stress_scenario.h"

namespace flybar::gms {

using lockstep::Choices;
using lockstep::Line;
using lockstep::line_of;

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

  void take(const Line& line) {
    const std::string_view keyword = line.keyword;
    if (keyword == kScenario && !begun_)
      begin(line);
    else if (keyword == kSet && begun_ && scenario_.nodes.empty())
      scenario_.settings.push_back(line.setting());
    else if (keyword == kNode && begun_)
      scenario_.nodes.push_back(line.read<StressNode>());
    else if ((keyword == kRead || keyword == kWrite) && !scenario_.nodes.empty())
      act(line);
    else
      line.refuse(
          experiments::quoted(keyword),
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
  void begin(const Line& line) {
    scenario_ = line.read<StressScenario>();
    begun_ = true;
  }
  void act(const Line& line) {
    constexpr std::int64_t kPage = 1024;
    StressAction action = line.read<StressAction>();
    action.write = line.keyword == kWrite;
    const std::uint32_t size = kStressPages[static_cast<std::size_t>(action.file)];
    if (action.first >= size || action.pages > size - action.first)
      line.refuse("pages behind the end", "pages 0 .. " + std::to_string(size - 1));
    if (action.offset < Bytes() || action.length < Bytes(1) || action.length.count > kPage ||
        action.offset.count > kPage - action.length.count)
      line.refuse("bytes outside of a page", "bytes 0 .. " + std::to_string(kPage - 1));
    if (action.write && action.file == StressFile::kShared)
      line.refuse("a write to the shared file", "only reads of it");
    scenario_.nodes.back().actions.push_back(action);
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const {
    throw ConfigurationError({{file_, found, allowed, lockstep::kAdvice}});
  }

  const std::string file_;
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
  lockstep::for_each_line(file, text, [&](const Line& line) { parser.take(line); });
  return parser.finish();
}

}  // namespace flybar::gms
