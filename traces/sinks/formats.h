/// One maker per file format. Each creates the partial file at once, so that a path that cannot be
/// written is refused before the simulation starts.
#pragma once

#include "traces/sinks/sinks.h"

namespace flybar {

std::unique_ptr<Sink> make_fst(const std::filesystem::path& path, SinkOptions options);
std::unique_ptr<Sink> make_vcd(const std::filesystem::path& path, SinkOptions options);
std::unique_ptr<Sink> make_pftrace(const std::filesystem::path& path, SinkOptions options);
std::unique_ptr<Sink> make_pcapng(const std::filesystem::path& path, SinkOptions options);
std::unique_ptr<Sink> make_ip_pcapng(const std::filesystem::path& path, SinkOptions options);
std::unique_ptr<Sink> make_callgrind(const std::filesystem::path& path, SinkOptions options);
std::unique_ptr<Sink> make_json(const std::filesystem::path& path, SinkOptions options);

}  // namespace flybar
