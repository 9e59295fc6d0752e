/// The tables that the program prints.
#pragma once

#include <string>

namespace flybar::speed {

/// Every job in both ways of stepping.
void print_stepping();
/// What writing a timeline costs.
void print_tracing();
/// The whole command that a user gives, started as a user starts it.
void print_command(const std::string& flybar);

}  // namespace flybar::speed
