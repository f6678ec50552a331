//===- Completion.cpp - the option table, for shells -----------------------===//

#include "driver/Completion.h"

#include "driver/OptionTable.h"
#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"

using namespace rewrite;
using namespace rewrite::driver;

namespace {

bool takesValue(const OptionSpec &spec) {
  return spec.value != OptionSpec::Value::None && spec.value != OptionSpec::Value::Optional;
}

bool wantsPass(const OptionSpec &spec) {
  const std::string_view meta = spec.meta;
  return meta == "PASS" || meta == "PASS,..." || meta == "PIPELINE" || meta == "REASON|PASS";
}

bool wants(const OptionSpec &spec, const char *meta) { return std::string_view(spec.meta) == meta; }

std::string passes() {
  std::string list;
  for (const PassInfo *pass : allPasses())
    list += (list.empty() ? "" : " ") + pass->name;
  return list;
}

/// With the '=' behind which the value is completed.
std::string word(const OptionSpec &spec) {
  return std::string(spec.name) + (spec.value == OptionSpec::Value::Required && !spec.isShort() ? "=" : "");
}

std::string escaped(const std::string &text, const char *special) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(special).find(c) != std::string_view::npos)
      out += '\\';
    out += c;
  }
  return out;
}

/// For single quotes.
std::string quoted(const std::string &text) {
  std::string out;
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + out + "'";
}

std::string bash() {
  std::string options, files, directories, passOptions;
  const auto alternative = [](std::string &list, const OptionSpec &spec) {
    list += (list.empty() ? "" : "|") + std::string(spec.name);
  };
  for (const OptionSpec &spec : optionTable()) {
    options += (options.empty() ? "" : " ") + word(spec);
    if (wants(spec, "FILE"))
      alternative(files, spec);
    if (wants(spec, "DIR"))
      alternative(directories, spec);
    if (wantsPass(spec))
      alternative(passOptions, spec);
  }
  return "# bash completion for pto-rewrite; made by pto-rewrite --completion=bash\n"
         "_pto_rewrite() {\n"
         "  local line=${COMP_LINE:0:COMP_POINT} current option=\n"
         "  current=${line##*[[:space:]]}\n"
         "  case $current in\n"
         "    -*=*) option=${current%%=*} current=${current#*=} ;;\n"
         "    *) ((COMP_CWORD > 0)) && option=${COMP_WORDS[COMP_CWORD-1]} ;;\n"
         "  esac\n"
         "  case $option in\n"
         "    " +
         files +
         ") mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;\n"
         "    " +
         directories +
         ") mapfile -t COMPREPLY < <(compgen -d -- \"$current\"); return ;;\n"
         "    " +
         passOptions + ") mapfile -t COMPREPLY < <(compgen -W '" + passes() +
         "' -- \"$current\"); return ;;\n"
         "  esac\n"
         "  if [[ $current == -* ]]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W '" +
         options +
         "' -- \"$current\")\n"
         "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
         "  else\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _pto_rewrite pto-rewrite\n";
}

std::string zsh() {
  std::string out = "#compdef pto-rewrite\n# made by pto-rewrite --completion=zsh\n_arguments -s \\\n";
  for (const OptionSpec &spec : optionTable()) {
    std::string line = spec.repeats ? "*" : "";
    line += spec.name;
    line += spec.value == OptionSpec::Value::Joined                        ? "-"
            : spec.value == OptionSpec::Value::Attached                    ? "+"
            : spec.value == OptionSpec::Value::Required && !spec.isShort() ? "="
                                                                           : "";
    line += "[" + escaped(spec.help, "[]:\\") + "]";
    if (takesValue(spec))
      line += ":" + escaped(spec.meta, ":") + ":" +
              (wants(spec, "FILE")  ? "_files"
               : wants(spec, "DIR") ? "_files -/"
               : wantsPass(spec)    ? "(" + passes() + ")"
                                    : "");
    out += "  " + quoted(line) + " \\\n";
  }
  return out + "  '*:source:_files'\n";
}

std::string fish() {
  std::string out = "# fish completion for pto-rewrite; made by pto-rewrite --completion=fish\n";
  for (const OptionSpec &spec : optionTable()) {
    const std::string_view name = spec.name;
    out += "complete -c pto-rewrite ";
    out += spec.isShort()           ? "-s " + std::string(name.substr(1))
           : name.starts_with("--") ? "-l " + std::string(name.substr(2))
                                    : "-o " + std::string(name.substr(1));
    if (takesValue(spec))
      out += wantsPass(spec)       ? " -x -a " + quoted(passes())
             : wants(spec, "DIR")  ? " -x -a '(__fish_complete_directories)'"
             : wants(spec, "FILE") ? " -r"
                                   : " -x";
    out += " -d " + quoted(spec.help) + "\n";
  }
  return out;
}

} // namespace

std::string driver::completionFor(Shell shell) {
  switch (shell) {
  case Shell::Bash:
    return bash();
  case Shell::Zsh:
    return zsh();
  case Shell::Fish:
    return fish();
  case Shell::None:
    break;
  }
  return "";
}
