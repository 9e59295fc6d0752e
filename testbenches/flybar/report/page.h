/// The page of reports as it was bundled, without data.
#pragma once

#include <string_view>

namespace flybar::program {

/// HTML with its script and style; `kReportData` stands where the data belong.
std::string_view report_page();
inline constexpr std::string_view kReportData = R"(id="data">DATA<)";

}  // namespace flybar::program
