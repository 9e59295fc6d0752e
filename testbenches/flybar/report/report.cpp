#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/flybar/command/commands.h"
#include "testbenches/flybar/plan/sweep_plan.h"
#include "testbenches/flybar/report/analysis_data.h"
#include "testbenches/flybar/report/page.h"
#include "testbenches/flybar/report/sweep_data.h"
#include "testbenches/flybar/report/timeline_data.h"
#include "testbenches/flybar/results/named_files.h"
#include "testbenches/flybar/results/whole_file.h"
#include "testbenches/flybar/terminal/exit_code.h"
#include "testbenches/flybar/terminal/output.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The files beside a table whose names end so, in the order of their names.
std::vector<fs::path> files_in(const fs::path& directory, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().filename().string().ends_with(ending) && entry->is_regular_file(error))
      files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    unsigned value = 0;
    for (std::size_t i = 0; i < 3; ++i)
      value = value << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= count ? kDigits[value >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

Json picture(const fs::path& file) {
  const std::string bytes = whole_file(file).value_or("");
  return {{"name", file.stem().string()}, {"type", "image/svg+xml"}, {"base64", base64(bytes)}};
}

/// Timelines and pictures beside the sweep, and timelines that the command line names.
struct Beside {
  std::vector<fs::path> timelines;
  std::vector<fs::path> pictures;
};

Beside beside(const ReportRequest& request) {
  Beside found{files_in(request.directory, ".timeline.json"), files_in(request.directory, ".svg")};
  found.timelines.insert(found.timelines.end(), request.timelines.begin(), request.timelines.end());
  return found;
}

/// A directory of timelines, or of an analysis, has a report without a sweep, too.
Json data_of(const ReportRequest& request, const Beside& files) {
  std::error_code ignored;
  Json data;
  Json analysis = analysis_data(request.directory);
  const bool alone = !files.timelines.empty() || !analysis.is_null();
  if (!alone || fs::exists(table_of_sweep(request.directory), ignored))
    data = sweep_data(request.directory);
  else
    data["title"] = fs::path(request.directory).lexically_normal().string();
  if (!analysis.is_null()) data["analysis"] = std::move(analysis);
  data["timelines"] = Json::array();
  for (const fs::path& file : files.timelines) data["timelines"].push_back(timeline_data(file));
  data["pictures"] = Json::array();
  for (const fs::path& file : files.pictures) data["pictures"].push_back(picture(file));
  return data;
}

/// "<" could end the element that the data lie in.
std::string embedded(const Json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace))
    text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

}  // namespace

int execute(const ReportRequest& request) {
  const Beside files = beside(request);
  std::vector<NamedFile> inputs{{"DIR", table_of_sweep(request.directory).string()}};
  for (const fs::path& file : files.timelines) inputs.push_back({"--timeline", file.string()});
  const Json data = data_of(request, files);
  refuse_collisions({{"-o", request.output}}, inputs);
  Destination page(request.output);
  std::string html(report_page());
  const std::size_t place = html.find(kReportData) + kReportData.find("DATA");
  html.replace(place, std::string_view("DATA").size(), embedded(data));
  page.write(html);
  if (!page.is_stdout())
    print(fmt::format("{}: {}, {} timelines, {} pictures\n", request.output,
                      data["title"].get<std::string>(), data["timelines"].size(),
                      data["pictures"].size()));
  return kOk;
}

}  // namespace flybar::program
