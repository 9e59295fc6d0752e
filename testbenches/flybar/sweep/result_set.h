/// Results that were written before: of one run, or of a sweep.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace flybar::program {

/// The values of one result, several if seeds vary.
struct MeasuredResult {
  std::string name;
  std::string unit;
  std::vector<double> values;
};

/// Results under the same conditions.
struct MeasuredPoint {
  std::string where;  ///< "payload=8 KB", what varies but seeds; empty for a single run
  std::vector<std::string> values;  ///< of that, as ResultSet::varied
  std::vector<MeasuredResult> results;
};

struct ResultSet {
  std::string path;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< that do not vary
  std::vector<std::string> varied;                              ///< keys, without those of seeds
  std::vector<MeasuredPoint> points;
  std::string firmware = {};  ///< fingerprints of the images, with + between; empty: not known
};

/// Reads what `flybar run --json` has written ("-" is the standard input), or the directory of a
/// sweep. Throws ConfigurationError.
ResultSet read_results(const std::string& path);

}  // namespace flybar::program
