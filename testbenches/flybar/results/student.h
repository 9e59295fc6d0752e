/// Student's t distribution, which also works under valgrind: Boost computes in long double, and
/// tries that before main() with numbers that overflow in double, which valgrind takes instead. By
/// default that would end the program.
#pragma once

#include <boost/math/distributions/students_t.hpp>

namespace flybar::program {

using Student = boost::math::students_t_distribution<
    double, boost::math::policies::policy<
                boost::math::policies::overflow_error<boost::math::policies::ignore_error>>>;

}  // namespace flybar::program
