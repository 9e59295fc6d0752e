/// GTKWave's compressed waveform format, through the writer that ships with Verilator.
#include <fstapi.h>

#include "traces/sinks/formats.h"
#include "traces/sinks/output.h"
#include "traces/sinks/waves/waves.h"

namespace flybar {
namespace {

constexpr int kScale = -12;  ///< power of ten of the time unit

/// Values between two flushes. The writer's own rule looks at the machine's memory, which may not
/// show in the file.
constexpr std::uint64_t kValuesInMemory = 1 << 20;

struct FstCloser {
  void operator()(void* writer) const { fstWriterClose(writer); }
};

class FstFile : public WaveFile {
 public:
  explicit FstFile(const std::filesystem::path& path) : partial_(path) {
    if (partial_.stream())
      throw OutputError({path.string(), "is a device or a pipe, and this format needs a file",
                         "a regular file", "choose another path, or the format .vcd"});
  }

  void enter(std::string_view scope) override {
    fstWriterSetScope(writer(), FST_ST_VCD_MODULE, std::string(scope).c_str(), nullptr);
  }

  void leave() override { fstWriterSetUpscope(writer()); }

  WaveHandle vector(std::string_view name, unsigned bits) override {
    const std::string range = bits > 1 ? " [" + std::to_string(bits - 1) + ":0]" : "";
    return fstWriterCreateVar(writer(), FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits,
                              (std::string(name) + range).c_str(), 0);
  }

  WaveHandle text(std::string_view name) override {
    return fstWriterCreateVar(writer(), FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0,
                              std::string(name).c_str(), 0);
  }

  void time(Time at) override {
    if (values_ >= kValuesInMemory) {
      fstWriterFlushContext(writer());
      values_ = 0;
    }
    fstWriterEmitTimeChange(writer(), static_cast<std::uint64_t>(at.ps()));
  }

  void value(WaveHandle handle, unsigned bits, std::uint64_t value) override {
    ++values_;
    fstWriterEmitValueChange64(writer(), handle, bits, value);
  }

  void value(WaveHandle handle, std::string_view text) override {
    ++values_;
    fstWriterEmitVariableLengthValueChange(writer(), handle, text.data(),
                                           static_cast<std::uint32_t>(text.size()));
  }

  void close(Ending ending) override {
    const bool failed = fstWriterGetFseekFailed(writer()) != 0;
    writer_.reset();
    if (failed) partial_.failed();
    partial_.commit(ending);
  }

 private:
  /// Created when first needed, since the writer takes a lot of memory.
  void* writer() {
    if (!writer_) {
      writer_.reset(fstWriterCreate(partial_.path().c_str(), 1));
      if (!writer_) partial_.failed();
      // The writer's second file, which it has open and would leave if it is never closed.
      std::filesystem::remove(partial_.path().string() + ".hier");
      fstWriterSetDate(writer_.get(), "");
      fstWriterSetVersion(writer_.get(), "flybar");
      fstWriterSetTimescale(writer_.get(), kScale);
      fstWriterSetPackType(writer_.get(), FST_WR_PT_LZ4);
    }
    return writer_.get();
  }

  Partial partial_;
  std::unique_ptr<void, FstCloser> writer_;
  std::uint64_t values_ = 0;
};

}  // namespace

std::unique_ptr<Sink> make_fst(const std::filesystem::path& path, SinkOptions) {
  return std::make_unique<WaveSink>(path, std::make_unique<FstFile>(path));
}

}  // namespace flybar
