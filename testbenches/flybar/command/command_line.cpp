#include "testbenches/flybar/command/command_line.h"

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/command/manual.h"
#include "testbenches/flybar/command/usage_rules.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/version.h"

namespace flybar::program {
namespace {

constexpr const char* kNotes =
    "Quantities carry their unit: --set mcp.send_threshold=\"512 B\".\n"
    "Keys for --set: \"flybar params\" shows them all, \"flybar params one-way\" the options of\n"
    "one-way.";

std::string footer() {
  return std::string(kNotes) + "\n\nExit codes:\n" + exit_codes();
}

using Texts = std::vector<std::string>;

/// Each mention takes exactly one value; the library would take all that follow.
CLI::Option* add_texts(CLI::App& app, const char* name, Texts& field, const char* help) {
  return app.add_option(name, field, help)->allow_extra_args(false);
}

void add_json(CLI::App& app, std::string& file) {
  app.add_option("--json", file, "write JSON to this file; - is the standard output");
}

/// The files that a run leaves besides its results, of a run and of a point that is run again.
template <class Request>
void add_recordings(CLI::App& app, Request& request) {
  add_texts(
      app, "--trace", request.traces,
      "file to record; .fst, .vcd, .pftrace, .timeline.json, .pcapng or .callgrind says what");
  app.add_option("--trace-window", request.trace_window,
                 "record only this: \"520 us..710 us\", \"message 3\" or \"slowest\"");
  app.add_option("--messages", request.messages,
                 "write a row of CSV for each message to this file; - is the standard output");
  app.add_option(
      "--calls", request.calls,
      "write a line for each system call of Linux programs to this file, as strace does; "
      "- is the standard output");
  add_json(app, request.json);
}

void add_load(CLI::App& app, Texts& objects) {
  add_texts(app, "--load", objects, "shared object with an experiment or parts of one's own");
}

void add_run_options(CLI::App& app, RunRequest& run) {
  app.add_option("--platform", run.platform, "name, or path of a .toml file")
      ->capture_default_str();
  app.add_option("--system", run.system,
                 "name, or path of a .toml file: nodes, their platforms, and the network");
  add_texts(app, "--set", run.settings, "key=value, any number of times");
  add_texts(app, "--firmware", run.firmware,
            "ELF file to run instead of the experiment's firmware");
  add_load(app, run.load);
  app.add_option("--nic", run.nic, "model, rtl, lockstep or shadow; for one role: server=rtl")
      ->capture_default_str();
  app.add_option("--step", run.step, "fast or every-clock; results are the same")
      ->capture_default_str();
  app.add_option(
      "--threads", run.threads,
      "that share the work of a run of 16 nodes or more (1 by default), or auto: as many as "
      "processors are idle; results are the same");
}

CLI::App& add_list(CLI::App& app, ListRequest& list) {
  CLI::App& sub = *app.add_subcommand("list", "what exists, one line each");
  std::string names;
  for (const std::string& name : lists()) names.append(names.empty() ? "" : ", ").append(name);
  sub.add_option("WHAT", list.what, "one of " + names + "; all if it is left out");
  add_load(sub, list.load);
  return sub;
}

CLI::App& add_params(CLI::App& app, ParamsRequest& params) {
  CLI::App& sub = *app.add_subcommand("params", "every parameter and where its value comes from");
  sub.add_option("PLATFORM", params.platform,
                 "name, or path of a .toml file; alphastation-500 if it is left out");
  sub.add_option("PATTERN", params.pattern, "part of the keys to show");
  sub.add_option("--system", params.system, "the same of a system: name, or path of a .toml file");
  sub.add_option("--width", params.width,
                 "columns to wrap at; 0: one wide table, as is written to files and pipes");
  add_load(sub, params.load);
  add_json(sub, params.json);
  return sub;
}

CLI::App& add_run(CLI::App& app, RunRequest& run) {
  CLI::App& sub = *app.add_subcommand("run", "one experiment");
  sub.add_option("EXPERIMENT", run.experiment, "one of \"flybar list experiments\"");
  add_run_options(sub, run);
  sub.add_option("--shadow", run.shadow,
                 "RTL beside the model in these clocks, compared: \"1%\" of them, \"message 3\", "
                 "\"slowest\" or \"520 us..710 us\"");
  sub.add_option("--shadow-seed", run.shadow_seed, "of the places of a share like \"1%\"; else 1");
  add_recordings(sub, run);
  sub.add_flag_callback(
      "--no-stages", [&run] { run.stages = false; },
      "do not keep the stages of messages, which costs some time");
  sub.add_flag("-v,--verbose", run.verbose,
               "all results and tables: stages of messages, percentiles, all nodes");
  sub.add_flag("--quiet", run.quiet, "no table");
  return sub;
}

CLI::App& add_sweep(CLI::App& app, SweepRequest& sweep) {
  CLI::App& sub = *app.add_subcommand("sweep", "one experiment with every combination of values");
  sub.add_option("EXPERIMENT", sweep.base.experiment, "an experiment, or the path of a PLAN.toml");
  add_run_options(sub, sweep.base);
  add_texts(sub, "--vary", sweep.vary,
            "key=a,b,c or key=lo..hi:step or key=lo..hi:x2 or key=lo..hi:log9, any number of "
            "times; keys with ; between step together");
  add_texts(sub, "--constraint", sweep.constraints,
            "leave out points that break this: \"mcp.send_threshold <= payload\"");
  sub.add_option("--points", sweep.points,
                 "CSV file with a title of keys and a line for each point");
  sub.add_option("--replicates", sweep.replicates, "run each point with so many seeds");
  sub.add_option("-j,--jobs", sweep.jobs, "processes at the same time; 0: one per processor")
      ->capture_default_str();
  sub.add_option("-o,--output", sweep.directory,
                 "directory of the results; results/EXPERIMENT by default");
  sub.add_option("--engine", sweep.engine,
                 "local, slurm, or script, which you submit to another cluster")
      ->capture_default_str();
  sub.add_option("--chunk", sweep.chunk, "points of one job of a cluster");
  sub.add_option("--cache", sweep.cache,
                 "directory of results of all sweeps; else flybar in XDG_CACHE_HOME");
  sub.add_flag("--no-cache", sweep.no_cache, "take no results of other sweeps, and keep none");
  add_texts(sub, "--result", sweep.results,
            "name of a result to show, any number of times; else the first; the files have all");
  sub.add_flag("--dry-run", sweep.dry_run,
               "check and count the points, and tell from one of them how long it takes");
  sub.add_flag("--quiet", sweep.base.quiet, "no progress");
  sub.require_subcommand(0, 1);
  return sub;
}

CLI::App& add_show(CLI::App& sweep, ShowRequest& show) {
  CLI::App& sub = *sweep.add_subcommand(
      "show", "the results of a sweep, or one of its points and the command that runs it");
  sub.add_option("DIR", show.directory, "directory of a sweep");
  sub.add_option("POINT", show.point,
                 "number of its row, or the beginning of its point's name; all if it is left out");
  sub.add_flag("--rerun", show.rerun, "run it again, and compare the results");
  add_texts(sub, "--result", show.results, "name of a result, any number of times; all else");
  add_recordings(sub, show);
  return sub;
}

CLI::App& add_chunk(CLI::App& sweep, ChunkRequest& chunk) {
  CLI::App& sub = *sweep.add_subcommand("chunk", "what a job of a cluster runs");
  sub.add_option("DIR", chunk.directory, "directory with a chunk.sh");
  sub.add_option("INDEX", chunk.index, "number of the job in its array, from 1");
  return sub;
}

/// Its own program reads the options.
CLI::App& add_analyse(CLI::App& app) {
  return *app.add_subcommand("analyse", "sensitivity, uncertainty, Pareto fronts, optimisation");
}

CLI::App& add_completion(CLI::App& app, std::string& shell) {
  CLI::App& sub = *app.add_subcommand("completion", "what completes commands in a shell");
  sub.add_option("SHELL", shell, "bash or zsh")->capture_default_str();
  return sub;
}

CLI::App& add_validate(CLI::App& app, ValidateRequest& validate) {
  CLI::App& sub = *app.add_subcommand(
      "validate", "the published numbers that experiments cover, against the model");
  add_texts(sub, "--set", validate.settings, "key=value for all runs");
  add_texts(sub, "--only", validate.only, "id of a published number, any number of times");
  sub.add_option("--experiment", validate.experiment, "only the numbers that this one measures");
  sub.add_option("-j,--jobs", validate.jobs, "processes at the same time; 0: one per processor");
  add_json(sub, validate.json);
  sub.add_flag("--long", validate.all, "also the numbers whose runs take minutes");
  sub.add_flag("--write", validate.write,
               "write docs/accuracy.md, from the top of the source tree");
  sub.add_flag("--quiet", validate.quiet, "no table and no progress");
  return sub;
}

CLI::App& add_exec(CLI::App& app, ExecRequest& exec) {
  CLI::App& sub = *app.add_subcommand("exec", "firmware alone on one chip");
  sub.add_option("IMAGE", exec.images, "ELF files, linked together in this order");
  sub.add_option("--stop-at", exec.stop_at, "stop when this symbol is reached");
  sub.add_option("--max-cycles", exec.max_cycles, "stop after so many clocks")
      ->capture_default_str();
  add_texts(sub, "--dump", exec.dumps, "SYMBOL or SYMBOL:BYTES to show at the end");
  sub.add_option("--profile", exec.profile, "write a callgrind profile to this file");
  add_json(sub, exec.json);
  return sub;
}

CLI::App& add_compare(CLI::App& app, CompareRequest& compare) {
  CLI::App& sub = *app.add_subcommand("compare", "results side by side");
  sub.add_option("RESULTS", compare.paths,
                 "files of run --json, or directories of sweeps; - is the standard input");
  add_texts(sub, "--result", compare.results, "name of a result, any number of times; all else");
  sub.add_option("--fail-above", compare.fail_above,
                 "end with 6 if a result differs by more, for example 2%");
  add_json(sub, compare.json);
  return sub;
}

CLI::App& add_report(CLI::App& app, ReportRequest& report) {
  CLI::App& sub = *app.add_subcommand("report", "one offline HTML page of a sweep");
  sub.add_option("DIR", report.directory,
                 "directory of a sweep; .timeline.json and .svg files in it are shown, too");
  add_texts(sub, "--timeline", report.timelines,
            "a .timeline.json trace to show, any number of times");
  sub.add_option("-o,--output", report.output, "file to write")->capture_default_str();
  return sub;
}

/// The arguments of a command are in brackets if it can do without, as is usual in manuals.
std::string shown_name(const CLI::App& command, const CLI::Option& option, bool named) {
  if (named) return option.get_name(false, true);
  const bool many = option.get_items_expected_max() > 1;
  const std::string name = option.get_name() + (many ? " ..." : "");
  return is_needed(command, option) ? name : "[" + name + "]";
}

ManualCommand manual_of(const CLI::App& command) {
  ManualCommand manual{command.get_name(), command.get_description(), {}, {}};
  for (const CLI::Option* option : command.get_options()) {
    const bool named = !option->get_lnames().empty() || !option->get_snames().empty();
    const bool has_value = option->get_items_expected_max() > 0;
    auto& list = named ? manual.options : manual.arguments;
    list.push_back({shown_name(command, *option, named), option->get_description(), has_value});
  }
  return manual;
}

/// The whole command line, bound to one request of each kind.
struct CommandLine {
  ListRequest list;
  ParamsRequest params;
  RunRequest run;
  SweepRequest sweep;
  ValidateRequest validate;
  ExecRequest exec;
  CompareRequest compare;
  ReportRequest report;
  ShowRequest show;
  ChunkRequest chunk;
  std::string shell = "bash";   ///< of the completion
  bool version_wanted = false;  ///< looked for before anything else
  CLI::App app{"A cycle-level model of a programmable NIC and of the system around it", "flybar"};
  CLI::App& list_app = add_list(app, list);
  CLI::App& params_app = add_params(app, params);
  CLI::App& run_app = add_run(app, run);
  CLI::App& sweep_app = add_sweep(app, sweep);
  CLI::App& validate_app = add_validate(app, validate);
  CLI::App& exec_app = add_exec(app, exec);
  CLI::App& compare_app = add_compare(app, compare);
  CLI::App& report_app = add_report(app, report);
  CLI::App& show_app = add_show(sweep_app, show);
  CLI::App& chunk_app = add_chunk(sweep_app, chunk);
  CLI::App& analyse_app = add_analyse(app);
  CLI::App& man_app = *app.add_subcommand("man", "the manual page, for man -l -");
  CLI::App& completion_app = add_completion(app, shell);

  CommandLine() {
    app.footer(footer());
    app.add_flag("--version,-V", version_wanted, "version, commit and compiler");
    for (CLI::App* sub : subcommands()) {
      sub->allow_extras()->footer(footer());
      for (CLI::App* inner : sub->get_subcommands({})) inner->allow_extras()->footer(footer());
    }
    app.allow_extras();
    // Else an argument that is called like a command would be taken for one.
    app.require_subcommand(0, 1);
  }

  std::vector<CLI::App*> subcommands() {
    return {&list_app,    &params_app, &run_app,     &sweep_app, &validate_app,  &exec_app,
            &compare_app, &report_app, &analyse_app, &man_app,   &completion_app};
  }

  Request chosen() {
    if (list_app) return list;
    if (params_app) return params;
    if (show_app) return show;
    if (chunk_app) return chunk;
    if (run_app) return run;
    if (sweep_app) return sweep;
    if (validate_app) return validate;
    if (exec_app) return exec;
    if (compare_app) return compare;
    if (report_app) return report;
    if (man_app) return HelpRequest{manual_page(manual(), kNotes)};
    return HelpRequest{completion(manual(), shell)};
  }

  /// With the arguments that a command needs marked as such.
  std::string help() {
    for (CLI::App* sub = &app; sub != nullptr;) {
      for (CLI::Option* option : sub->get_options())
        if (is_needed(*sub, *option)) option->required();
      const auto inner = sub->get_subcommands();
      sub = inner.empty() ? nullptr : inner.front();
    }
    return app.help();
  }

  std::vector<ManualCommand> manual() {
    std::vector<ManualCommand> commands;
    for (const CLI::App* sub : subcommands()) {
      commands.push_back(manual_of(*sub));
      for (const CLI::App* inner : sub->get_subcommands({})) {
        commands.push_back(manual_of(*inner));
        commands.back().name = sub->get_name() + " " + inner->get_name();
      }
    }
    return commands;
  }

  [[noreturn]] void refuse_command() {
    Texts names;
    for (const CLI::App* sub : subcommands()) names.push_back(sub->get_name());
    const Texts words = app.remaining();
    if (words.empty()) refuse("flybar", "there is no command", names, "");
    refuse("flybar", "there is no command \"" + words.front() + "\"", names, words.front());
  }
};

/// `flybar help` and `flybar version` take nothing else.
void refuse_more_words(int argc, const char* const* argv) {
  if (argc <= 2) return;
  const std::string command = std::string("flybar ") + argv[1];
  throw UsageError({command, std::string("\"") + argv[2] + "\" is not understood",
                    command + " alone", "leave it out"});
}

}  // namespace

Request parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "analyse") return AnalyseRequest{{argv + 2, argv + argc}};
  const bool version = first == "--version" || first == "-V" || first == "version";
  if (version || first == "help") refuse_more_words(argc, argv);
  if (version) return HelpRequest{version_text()};
  if (first == "help") return HelpRequest{line.help()};
  refuse_empty_assignments(argc, argv);
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return HelpRequest{line.help()};
  } catch (const CLI::ParseError& error) {
    const auto commands = line.subcommands();
    const bool known = std::any_of(commands.begin(), commands.end(),
                                   [&](const CLI::App* sub) { return sub->get_name() == first; });
    throw UsageError(fault_of(error, known ? "flybar " + first : "flybar"));
  }
  if (line.app.get_subcommands().empty()) line.refuse_command();
  check_usage(line.app);
  return line.chosen();
}

}  // namespace flybar::program
