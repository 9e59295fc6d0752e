/// Reads value change dumps back, our own and those that fst2vcd makes.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace flybar {

struct Vcd {
  std::string timescale;
  std::map<std::string, std::vector<std::string>> changes;  ///< by dotted name: "TIME VALUE"
  std::string end;                                          ///< the last time
};

/// One token after the other; values are binary digits without leading zeros, or text.
class VcdReader {
 public:
  explicit VcdReader(const std::string& text) : in_(text) {}

  Vcd read() {
    for (std::string token; in_ >> token;) take(token);
    return vcd_;
  }

 private:
  void take(const std::string& token) {
    if (token == "$scope") return enter();
    if (token == "$upscope") scopes_.pop_back(), skip();
    if (token == "$var") return declare();
    if (token == "$timescale") vcd_.timescale = words();
    if (token == "$date" || token == "$version" || token == "$comment" || token == "$attrbegin" ||
        token == "$enddefinitions") {
      return skip();
    }
    if (token[0] == '#') vcd_.end = token.substr(1);
    if (token[0] == 'b' || token[0] == 's') return long_value(token);
    if (token[0] == '0' || token[0] == '1' || token[0] == 'x') {
      change(token.substr(1), token.substr(0, 1));
    }
  }

  std::string words() {
    std::string all;
    for (std::string word; in_ >> word && word != "$end";) all += word;
    return all;
  }
  void skip() { words(); }

  void enter() {
    std::string kind, name;
    in_ >> kind >> name;
    scopes_.push_back(name);
    skip();
  }

  void declare() {
    std::string type, bits, id, name;
    in_ >> type >> bits >> id >> name;
    skip();
    std::string path;
    for (const auto& scope : scopes_) path += scope + ".";
    names_[id] = path + name;
    vcd_.changes[names_[id]];
  }

  /// An empty string leaves no word before the identifier.
  void long_value(const std::string& token) {
    std::string id;
    in_ >> id;
    std::string value = token.substr(1);
    if (token[0] == 'b') value.erase(0, std::min(value.find_first_not_of('0'), value.size() - 1));
    change(id, value);
  }

  void change(const std::string& id, const std::string& value) {
    vcd_.changes[names_[id]].push_back(vcd_.end + " " + value);
  }

  std::istringstream in_;
  std::vector<std::string> scopes_;
  std::map<std::string, std::string> names_;
  Vcd vcd_;
};

}  // namespace flybar
