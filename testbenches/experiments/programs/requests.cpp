#include "testbenches/experiments/programs/requests.h"

#include <algorithm>
#include <sstream>

#include "models/process/linux/linux.h"

namespace flybar::experiments {
namespace {

constexpr const char* kRuleForm = "[PROGRAM or NODE:] CALL .. [last] CALL";
constexpr const char* kRuleExample = "write for example \"redis-benchmark: send .. receive\"";

/// Names for all calls of a kind.
constexpr std::pair<const char*, const char*> kKinds[] = {
    {"send", "write|writev|sendto|sendmsg|sendmmsg|sendfile"},
    {"receive", "read|readv|recvfrom|recvmsg|recvmmsg"},
};

std::string trimmed(std::string text) {
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == text.npos ? "" : text.substr(first, last - first + 1);
}

void add_numbers_of(const std::string& key, const std::string& names, std::vector<int>& numbers) {
  std::istringstream each(names);
  for (std::string part; std::getline(each, part, '|');) {
    const std::string name = trimmed(part);
    const auto* const kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                          [&](const auto& one) { return name == one.first; });
    if (kind != std::end(kKinds)) {
      add_numbers_of(key, kind->second, numbers);
      continue;
    }
    const auto number = process::number_of_call(name);
    if (!number)
      throw ConfigurationError(
          {{key, "no call \"" + name + "\" that the simulator sees",
            "send, receive, or calls such as write|sendto, connect, accept4", kRuleExample}});
    numbers.push_back(*number);
  }
}

std::vector<int> numbers_of(const std::string& key, const std::string& names) {
  std::vector<int> numbers;
  add_numbers_of(key, names, numbers);
  if (numbers.empty())
    throw ConfigurationError({{key, "a rule without a call on one side", kRuleForm, kRuleExample}});
  return numbers;
}

bool is_name_of(std::size_t node, const std::string& name) {
  return name == "node" + std::to_string(node);
}

bool is_one(const std::vector<int>& numbers, int number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

}  // namespace

RequestRule read_request_rule(const std::string& key, const std::string& text) {
  RequestRule rule;
  std::string calls = text;
  if (const std::size_t colon = calls.find(':'); colon != calls.npos) {
    rule.of = trimmed(calls.substr(0, colon));
    calls = calls.substr(colon + 1);
  }
  const std::size_t dots = calls.find("..");
  if (dots == calls.npos)
    throw ConfigurationError({{key, '"' + text + "\" has no \"..\"", kRuleForm, kRuleExample}});
  std::string to = trimmed(calls.substr(dots + 2));
  constexpr std::string_view kLast = "last ";
  if (to.starts_with(kLast)) rule.last = true, to = trimmed(to.substr(kLast.size()));
  rule.from = numbers_of(key, trimmed(calls.substr(0, dots)));
  rule.to = numbers_of(key, to);
  return rule;
}

/// A call that fails, or that finds the end of a stream, begins and ends no request; one that is
/// to be tried again (connect() of a socket that does not block) begins it.
void Requests::see(std::size_t node, const process::MadeCall& made) {
  const bool of_it = rule_.of.empty() || made.program == rule_.of || is_name_of(node, rule_.of);
  if (!made.object || !of_it) return;
  const bool from = is_one(rule_.from, made.call.number), to = is_one(rule_.to, made.call.number);
  if (!from && !to) return;
  const std::int64_t result = made.result.value_or(0);
  auto open = open_.find(made.object);
  static const std::vector<int> receiving = numbers_of("requests", "receive");
  const bool moves_data = is_one(receiving, made.call.number);
  if (to && open != open_.end() && (moves_data ? result > 0 : result >= 0)) {
    open->second.end = made.end;
    if (!rule_.last) open = take(open);
  }
  if (!from || (result < 0 && result != -EINPROGRESS)) return;
  if (open != open_.end() && open->second.end) take(open);
  open_.try_emplace(made.object, Open{made.begin});
}

Requests::OpenRequests::iterator Requests::take(OpenRequests::iterator request) {
  const Open& one = request->second;
  if (one.end) times_.add(*one.end - one.begin);
  open_.erase(request);
  return open_.end();
}

void Requests::account(Results& results) {
  while (!open_.empty()) take(open_.begin());
  results.numbers.push_back({"requests", static_cast<double>(times_.count()), ""});
  if (times_.count() == 0) {
    results.notes.push_back("no call of the run is a request by the rule of requests");
    return;
  }
  results.numbers.insert(results.numbers.end(),
                         {{"request_mean", times_.mean_us(), "us"},
                          {"request_p50", times_.quantile(0.5).us(), "us"},
                          {"request_p99", times_.quantile(0.99).us(), "us"},
                          {"request_p999", times_.quantile(0.999).us(), "us"},
                          {"request_max", times_.max().us(), "us"}});
  results.histograms.push_back({"request time", times_});
}

}  // namespace flybar::experiments
