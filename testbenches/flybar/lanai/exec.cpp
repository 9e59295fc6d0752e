#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/lanai/image/code.h"
#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/lanai/bare_chip.h"
#include "testbenches/flybar/lanai/dump.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/record.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/interrupt.h"
#include "testbenches/flybar/terminal/output.h"
#include "testbenches/flybar/terminal/text_table.h"
#include "testbenches/flybar/watch/keeper.h"
#include "traces/sinks/output.h"
#include "traces/sinks/sinks.h"
#include "traces/sinks/stages/between.h"

namespace flybar::program {
namespace {

/// Three years of the chip's time; picoseconds do not count much further.
constexpr long long kMostCycles = 100'000'000'000'000;

/// The profile of the only processor there is, which stays if the program is stopped from outside.
class RecordedProfile {
 public:
  RecordedProfile(const std::string& file, const lanai::Image& image) : file_(file) {
    if (file.empty()) return;
    auto sink = make_sink(file, {.locate = [&image](std::string_view, std::uint32_t pc) {
                            return lanai::source_location(image, pc);
                          }});
    sink_ = std::make_unique<Between>(std::move(sink), [this] { keeper_->look(); });
    keeper_.emplace([this] { stop(); });
  }

  bool wanted() const { return sink_ != nullptr; }
  Observer& observer() { return sink_ ? static_cast<Observer&>(*sink_) : idle_; }
  void close(Time end) {
    if (!sink_) return;
    write_in_spite_of_interrupt();
    sink_->close(end);
  }

 private:
  void stop() {
    sink_->stop();
    sink_->close(Time());
    std::fprintf(stderr, "flybar: the profile until then is in %s\n",
                 final_name(file_, Ending::kStopped).c_str());
  }

  const std::string file_;
  Observer idle_;
  std::unique_ptr<Sink> sink_;
  std::optional<Keeper> keeper_;
};

/// Why the program stopped.
std::string run(BareChip& bare, std::optional<std::uint32_t> stop, std::int64_t most) {
  if (!stop) {
    bare.run_to(most);
    return "max-cycles";
  }
  // Looked at between clocks, so that no clock after the symbol is counted.
  for (std::int64_t clock = 1; bare.pc() != *stop; ++clock) {
    if (clock > most) return "max-cycles";
    bare.run_to(clock);
  }
  return "stop-at";
}

JsonRow row_of(const std::string& reason, const lanai::CoreCounters& counters) {
  return {{{"stop", reason}},
          {{"cycles", static_cast<double>(counters.clocks)},
           {"instructions", static_cast<double>(counters.instructions)},
           {"fetch_stalls", static_cast<double>(counters.fetch_stalls())},
           {"data_stalls", static_cast<double>(counters.data_stalls)},
           {"load_use_stalls", static_cast<double>(counters.load_use_stalls)}}};
}

/// Each result has a name of its own.
void check_names(const std::vector<Dump>& dumps) {
  const JsonRow row = row_of("", {});
  std::set<std::string> taken;
  for (const auto& [name, text] : row.texts) taken.insert(name);
  for (const auto& [name, value] : row.numbers) taken.insert(name);
  for (const Dump& dump : dumps)
    if (!taken.insert(dump.name).second)
      throw ConfigurationError(
          {Fault{"--dump", "there is another result named \"" + dump.name + "\"",
                 "each symbol once, and none named like a result of its own",
                 "leave one out, or rename the symbol"}});
}

std::vector<std::vector<std::string>> words_of(Memory memory, const std::vector<Dump>& dumps,
                                               const lanai::Image& image) {
  std::vector<std::vector<std::string>> words;
  for (const Dump& dump : dumps) {
    const auto more = rows_of(memory, dump, image);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

/// For people: memory word by word.
std::string table_text(const JsonRow& row, const std::vector<std::vector<std::string>>& words) {
  std::vector<std::string> titles{"result", "value"};
  if (!words.empty()) titles.insert(titles.end(), {"decimal", "as an address"});
  TextTable table(titles);
  const auto add = [&](std::vector<std::string> cells) {
    cells.resize(titles.size());
    table.add(std::move(cells));
  };
  for (const auto& [name, text] : row.texts) add({name, text});
  for (const auto& [name, value] : row.numbers) add({name, for_people(value)});
  for (const auto& word : words) add(word);
  return table.text();
}

long long cycles_of(const std::string& text) {
  const auto cycles = quantity::parse_count(text);
  if (cycles && *cycles >= 1 && *cycles <= kMostCycles) return *cycles;
  throw UsageError({"--max-cycles", "\"" + text + "\" is no number of clocks",
                    fmt::format("1 .. {}", kMostCycles), "leave the option out for 100000000"});
}

void report_not_reached(const std::string& symbol, long long cycles) {
  std::fprintf(stderr, "flybar: %s was not reached within %lld cycles; raise --max-cycles\n",
               symbol.c_str(), cycles);
}

void check_files(const ExecRequest& request) {
  std::vector<NamedFile> images;
  append(images, "IMAGE", request.images);
  refuse_collisions({{"--json", request.json}, {"--profile", request.profile}}, images);
}

}  // namespace

int execute(const ExecRequest& request) {
  const long long most = cycles_of(request.max_cycles);
  check_files(request);
  const lanai::ChipParams params;
  const lanai::Image image =
      lanai::load_image({request.images.begin(), request.images.end()}, params.sram);
  std::optional<std::uint32_t> stop;
  if (request.stop_at) stop = find_symbol(image, *request.stop_at, "--stop-at").address;
  std::vector<Dump> dumps;
  for (const std::string& text : request.dumps)
    dumps.push_back(parse_dump(text, image, params.sram));
  check_names(dumps);

  Destination json(request.json);
  RecordedProfile profile(request.profile, image);
  BareChip bare("bare", params, image, profile.observer());
  bare.chip.observe_instructions(profile.wanted());
  bare.start();
  const std::string reason = run(bare, stop, most);
  profile.close(bare.chip.time());

  const Memory memory = bare.chip.sram().bytes(0, bare.chip.sram().size());
  const JsonRow counts = row_of(reason, bare.chip.core().counters);
  JsonRow row = counts;
  for (const Dump& dump : dumps) row.texts.emplace_back(dump.name, hex(memory, dump));
  json.write(to_json(row));
  if (!json.is_stdout()) print(table_text(counts, words_of(memory, dumps, image)));
  if (!stop || reason == "stop-at") return kOk;
  report_not_reached(*request.stop_at, most);
  return kSimulation;
}

}  // namespace flybar::program
