/// What the program can do. Each command answers its exit code and throws what main() reports.
#pragma once

#include "testbenches/flybar/command/request.h"

namespace flybar::program {

int execute(const HelpRequest& request);
int execute(const ListRequest& request);
int execute(const ParamsRequest& request);
int execute(const RunRequest& request);
int execute(const SweepRequest& request);
int execute(const ShowRequest& request);
int execute(const ChunkRequest& request);
int execute(const AnalyseRequest& request);
int execute(const ValidateRequest& request);
int execute(const ExecRequest& request);
int execute(const CompareRequest& request);
int execute(const ReportRequest& request);

/// The names of what `flybar list` can list, in the order in which it does.
std::vector<std::string> lists();

/// Parses the command line, executes it, and reports what went wrong on the standard error.
int flybar(int argc, const char* const* argv);

}  // namespace flybar::program
