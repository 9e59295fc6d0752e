#include <algorithm>
#include <numeric>
#include <utility>

#include "testbenches/experiments/workload/workload.h"

namespace flybar::experiments {

namespace {

using Operation = Workload::Operation;
using Verb = Workload::Verb;

struct Span {
  std::size_t file;
  std::int64_t begin;
  std::int64_t end;
};

/// What is mapped of the file as it is largest.
Bytes mapped_bytes(const Workload& workload, const Workload::Mapping& mapping) {
  const Bytes largest = workload.files[mapping.file].largest;
  return std::clamp(largest - mapping.offset, Bytes(0), mapping.length);
}

/// Bytes that the operation reads, writes or maps; of no other operation any.
Span span_of(const Workload& workload, const Operation& operation) {
  const std::int64_t from = operation.offset.count;
  if (operation.verb == Verb::kRead || operation.verb == Verb::kWrite)
    return {operation.object, from, from + operation.length.count * operation.times};
  if (operation.verb != Verb::kMap) return {0, 0, 0};
  const Workload::Mapping& mapping = workload.mappings[operation.object];
  return {mapping.file, from, from + mapped_bytes(workload, mapping).count};
}

std::vector<std::vector<Span>> pages_of(const Workload& workload, Bytes page) {
  std::vector<std::vector<Span>> spans(workload.files.size());
  for (const Operation& operation : workload.operations) {
    const Span span = span_of(workload, operation);
    if (span.begin == span.end) continue;
    spans[span.file].push_back(
        {span.file, span.begin / page.count, (span.end + page.count - 1) / page.count});
  }
  return spans;
}

/// Pages that lie in at least one of them.
std::int64_t distinct(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::int64_t count = 0;
  std::int64_t reached = 0;
  for (const Span& span : spans) {
    count += std::max<std::int64_t>(span.end - std::max(span.begin, reached), 0);
    reached = std::max(reached, span.end);
  }
  return count;
}

void add(WorkloadSummary& sum, const Workload& workload, const Operation& operation) {
  const Bytes moved(operation.length.count * operation.times);
  sum.operations += operation.times;
  sum.think += operation.think * operation.times;
  if (operation.verb == Verb::kRead) sum.read += moved;
  if (operation.verb == Verb::kWrite) sum.written += moved;
  if (operation.verb == Verb::kMap)
    sum.mapped += mapped_bytes(workload, workload.mappings[operation.object]);
}

}  // namespace

std::vector<std::int64_t> footprint(const Workload& workload, Bytes page) {
  std::vector<std::int64_t> pages;
  for (auto& spans : pages_of(workload, page)) pages.push_back(distinct(std::move(spans)));
  return pages;
}

WorkloadSummary summarize(const Workload& workload, Bytes page) {
  WorkloadSummary sum;
  for (const Operation& operation : workload.operations) add(sum, workload, operation);
  for (const Workload::File& file : workload.files) sum.files += file.largest;
  const auto pages = footprint(workload, page);
  sum.pages = std::accumulate(pages.begin(), pages.end(), std::int64_t{0});
  return sum;
}

}  // namespace flybar::experiments
