#include "testbenches/flybar/command/manual.h"

#include <fmt/format.h>

#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/version.h"

namespace flybar::program {
namespace {

struct Row {
  const char* first;
  const char* second;
};

constexpr Row kExamples[] = {
    {"flybar run one-way", "How long does a page of 8 KB take from one host to another?"},
    {"flybar run one-way --set mcp.mode=static --set mcp.send_threshold=\"1280 B\"",
     "The same with other firmware options."},
    {"flybar run rpc --platform alcor-miata --json rpc.json", "Keep all results and parameters."},
    {"flybar run incast --set senders=8 --verbose", "Eight nodes send to one: all tables."},
    {"flybar run one-way --set round_trips=1 --trace wave.fst --trace-window slowest",
     "Waveforms of the slowest message, for GTKWave."},
    {"flybar params alphastation-500 pci.bridge",
     "What can be set, and where the values come from."},
    {"flybar sweep one-way --vary payload=\"1 KB..8 KB:x2\" -j 2 -o results/payload",
     "A run for each payload, two at a time."},
    {"flybar report results/payload -o payload.html", "The sweep as one page for a browser."},
    {"flybar compare before.json after.json --result latency --fail-above 2%",
     "Whether a change made it slower."},
    {"flybar analyse tornado one-way --over host.clock --over lanai.clock",
     "Which of two clocks matters more."},
    {"flybar validate --experiment one-way", "The model against published numbers."},
};

constexpr Row kExitCodes[] = {
    {"0", "done"},
    {"1", "a fault of the program itself"},
    {"2", "the command line is not understood"},
    {"3", "the configuration is not possible: a parameter, a platform, a plan, an image"},
    {"4", "the simulated system failed, or at least one run of a sweep or validation did"},
    {"5", "an output cannot be written"},
    {"6", "results differ by more than compare --fail-above allows"},
    {"7", "injected faults ended the run early, or at least one run of a sweep"},
    {"8", "a Linux program of a node failed; the results are complete"},
    {"129, 130, 131, 143",
     "interrupted by SIGHUP, SIGINT, SIGQUIT, SIGTERM; traces are kept as stopped-NAME"},
};

constexpr Row kFiles[] = {
    {"$XDG_CACHE_HOME/flybar/points, ~/.cache/flybar/points",
     "Results of all sweeps, which are not run again. May be removed at any time."},
    {"../share/flybar", "Firmware, platforms, systems and recordings, from where the program is."},
};

/// '-' is a hyphen to man, and a line must not begin with a dot.
std::string roff(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '-' || c == '\\') all += '\\';
    all += c;
    if (c == '\n') all += "\\&";
  }
  return all;
}

std::string item(const std::string& name, const std::string& text) {
  return ".TP\n.B " + roff(name) + "\n" + roff(text) + "\n";
}

template <class Rows>
std::string items(const Rows& rows) {
  std::string all;
  for (const Row& row : rows) all += item(row.first, row.second);
  return all;
}

std::string section(const ManualCommand& command) {
  std::string text = ".SS flybar " + roff(command.name);
  for (const ManualOption& argument : command.arguments)
    text.append(" ").append(roff(argument.names));
  if (!command.options.empty()) text += " [option ...]";
  text.append("\n").append(roff(command.summary)).append(".\n");
  if (command.name == "analyse")
    text += roff("\"flybar analyse --help\" and \"flybar analyse METHOD --help\" tell more.\n");
  for (const auto* list : {&command.arguments, &command.options})
    for (const ManualOption& option : *list) text += item(option.names, option.help);
  return text;
}

}  // namespace

std::vector<std::string> examples() {
  std::vector<std::string> commands;
  for (const Row& row : kExamples) commands.emplace_back(row.first);
  return commands;
}

std::string exit_codes() {
  std::string all;
  for (const Row& row : kExitCodes) all += fmt::format("  {:<18}  {}\n", row.first, row.second);
  all.pop_back();
  return all;
}

std::string manual_page(const std::vector<ManualCommand>& commands, const std::string& notes) {
  std::string page = ".TH FLYBAR 1 \"\" \"Flybar " + version() + "\"\n.SH NAME\nflybar \\- " +
                     roff("a cycle-level model of a programmable network card") +
                     "\n.SH SYNOPSIS\n.B flybar\n.I COMMAND\n[argument ...] [option ...]\n" +
                     ".SH COMMANDS\n";
  for (const ManualCommand& command : commands) page += section(command);
  page += ".SH EXAMPLES\n";
  for (const Row& row : kExamples)
    page +=
        fmt::format(".PP\n{}\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n", roff(row.second), roff(row.first));
  return page + ".SH EXIT STATUS\n" + items(kExitCodes) + ".SH FILES\n" + items(kFiles) +
         ".SH NOTES\n.nf\n" + roff(notes) + "\n.fi\n.SH SEE ALSO\n" +
         roff("docs/command-line.md, or share/doc/flybar where it is installed") + "\n";
}

}  // namespace flybar::program
