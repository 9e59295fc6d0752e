#include <sqlite3.h>

#include <memory>

#include <fmt/format.h>

#include "testbenches/flybar/plan/expression_value.h"
#include "testbenches/flybar/sweep/sweep_table.h"
#include "testbenches/flybar/terminal/version.h"
#include "traces/sinks/sinks.h"

namespace flybar::program {
namespace {

struct Closer {
  void operator()(sqlite3* base) const { sqlite3_close(base); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class DataBase {
 public:
  DataBase(const std::filesystem::path& file, std::string name) : name_(std::move(name)) {
    sqlite3* base = nullptr;
    const int code = sqlite3_open(file.c_str(), &base);
    base_.reset(base);
    check(code);
  }

  void execute(const std::string& sql) {
    check(sqlite3_exec(base_.get(), sql.c_str(), nullptr, nullptr, nullptr));
  }

  std::unique_ptr<sqlite3_stmt, Closer> prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(base_.get(), sql.c_str(), -1, &statement, nullptr));
    return std::unique_ptr<sqlite3_stmt, Closer>(statement);
  }

  void check(int code) const {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    throw OutputError(Fault{name_, base_ ? sqlite3_errmsg(base_.get()) : sqlite3_errstr(code),
                            "a file with room for the results",
                            "free space, or choose another directory with -o"});
  }

 private:
  std::string name_;
  std::unique_ptr<sqlite3, Closer> base_;
};

/// Rows of one table.
class Inserter {
 public:
  Inserter(DataBase& base, const std::string& table, std::size_t columns)
      : base_(base), statement_(base.prepare(sql(table, columns))) {}

  Inserter& text(const std::string& value) {
    base_.check(sqlite3_bind_text(statement_.get(), ++bound_, value.data(),
                                  static_cast<int>(value.size()), SQLITE_TRANSIENT));
    return *this;
  }
  Inserter& number(double value) {
    base_.check(sqlite3_bind_double(statement_.get(), ++bound_, value));
    return *this;
  }
  Inserter& whole(std::size_t value) {
    base_.check(sqlite3_bind_int64(statement_.get(), ++bound_, static_cast<sqlite3_int64>(value)));
    return *this;
  }
  Inserter& nothing() {
    ++bound_;  // null, unless bound
    return *this;
  }
  void row() {
    base_.check(sqlite3_step(statement_.get()));
    base_.check(sqlite3_reset(statement_.get()));
    base_.check(sqlite3_clear_bindings(statement_.get()));
    bound_ = 0;
  }

 private:
  static std::string sql(const std::string& table, std::size_t columns) {
    std::string marks = "?";
    for (std::size_t i = 1; i < columns; ++i) marks += ",?";
    return "insert into " + table + " values (" + marks + ")";
  }

  DataBase& base_;
  std::unique_ptr<sqlite3_stmt, Closer> statement_;
  int bound_ = 0;
};

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) c == '"' ? text.append("\"\"") : text += c;
  return text + "\"";
}

/// The table as people read it: the columns of results.csv.
void add_points(DataBase& base, const SweepTable& table) {
  const std::vector<experiments::Result> results = results_of(table);
  std::string columns =
      "\"row\" integer primary key, \"point\" text, \"status\" text, \"error\" text";
  for (const Vary& axis : table.plan.axes) columns += ", " + quoted(axis.key) + " text";
  for (const experiments::Result& result : results)
    columns += ", " + quoted("result " + result.name) + " real";
  base.execute("create table points (" + columns + ", command text, image text)");
  Inserter points(base, "points", 6 + table.plan.axes.size() + results.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const SweepRow& row = table.rows[i];
    points.whole(i + 1).text(row.point).text(row.status);
    row.error.empty() ? points.nothing() : points.text(row.error);
    for (const std::string& value : row.values) points.text(value);
    for (const experiments::Result& like : results) {
      const experiments::Result* result = find_result(row, like);
      result ? points.number(result->value) : points.nothing();
    }
    points.text(row.command).text(row.firmware).row();
  }
}

void add_columns(DataBase& base, const SweepTable& table) {
  base.execute(
      "create table columns (name text, role text, unit text, summary text, allowed text, "
      "confidence text, source text)");
  Inserter columns(base, "columns", 7);
  for (std::size_t i = 0; i < table.plan.axes.size(); ++i) {
    const AxisAbout& about = table.about[i];
    columns.text(table.plan.axes[i].key).text("varied").text(about.unit).text(about.summary);
    columns.text(about.allowed).text(about.confidence).text(about.source).row();
  }
  for (const experiments::Result& result : results_of(table))
    columns.text("result " + result.name).text("result").text(result.unit).row();
}

/// What varies as numbers, in the unit that `columns` tells.
void add_magnitudes(DataBase& base, const SweepTable& table) {
  base.execute("create table varied (\"row\" integer, key text, number real, unit text)");
  Inserter varied(base, "varied", 4);
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    for (std::size_t k = 0; k < table.plan.axes.size(); ++k) {
      const std::string& unit = table.about[k].unit;
      const auto number = magnitude_in(table.rows[i].values[k], unit);
      if (number) varied.whole(i + 1).text(table.plan.axes[k].key).number(*number).text(unit).row();
    }
}

void add_provenance(DataBase& base, const SweepTable& table) {
  base.execute("create table provenance (name text, text text)");
  Inserter provenance(base, "provenance", 2);
  provenance.text("schema").text(std::to_string(kSchema)).row();
  for (const auto& [name, text] : provenance_of(table)) provenance.text(name).text(text).row();
}

}  // namespace

void write_sqlite(const SweepTable& table, const std::filesystem::path& file) {
  Partial place(file);
  {
    DataBase base(place.path(), file.string());
    base.execute("pragma journal_mode = off; pragma synchronous = off; begin");
    add_points(base, table);
    add_columns(base, table);
    add_magnitudes(base, table);
    add_provenance(base, table);
    base.execute("commit");
  }
  place.commit();
}

}  // namespace flybar::program
