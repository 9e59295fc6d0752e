#include "testbenches/programs/nas/fft.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace flybar::nas {

Fft::Fft(std::size_t points) : roots_(points), reversed_(points) {
  for (std::size_t i = 0; i < points; ++i) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(points);
    roots_[i] = {std::cos(angle), std::sin(angle)};
    if (i > 0) reversed_[i] = reversed_[i / 2] / 2 + (i % 2) * points / 2;
  }
}

void Fft::transform(Complex* line, Direction direction) const {
  if (direction == Direction::kInverse)
    run<true>(line);
  else
    run<false>(line);
}

/// In radix 2. Products are written out: those of std::complex also look after infinities.
template <bool inverse>
void Fft::run(Complex* line) const {
  const std::size_t n = points();
  for (std::size_t i = 0; i < n; ++i)
    if (i < reversed_[i]) std::swap(line[i], line[reversed_[i]]);
  for (std::size_t half = 1; half < n; half *= 2) {
    const std::size_t step = n / (2 * half);
    for (std::size_t begin = 0; begin < n; begin += 2 * half) {
      for (std::size_t i = 0; i < half; ++i) {
        const double c = roots_[i * step].real();
        const double s = inverse ? -roots_[i * step].imag() : roots_[i * step].imag();
        Complex& a = line[begin + i];
        Complex& b = line[begin + i + half];
        const Complex turned(b.real() * c - b.imag() * s, b.real() * s + b.imag() * c);
        b = a - turned;
        a += turned;
      }
    }
  }
}

}  // namespace flybar::nas
