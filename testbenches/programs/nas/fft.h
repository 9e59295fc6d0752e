/// Discrete Fourier transforms of a power of two points, without scaling.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace flybar::nas {

using Complex = std::complex<double>;

class Fft {
 public:
  /// Precondition: a power of two.
  explicit Fft(std::size_t points);

  std::size_t points() const { return roots_.size(); }
  enum class Direction : bool { kForward, kInverse };
  /// Of points() values in place.
  void transform(Complex* line, Direction direction) const;

 private:
  template <bool inverse>
  void run(Complex* line) const;

  std::vector<Complex> roots_;  ///< half of them are used
  std::vector<std::size_t> reversed_;
};

}  // namespace flybar::nas
