package dev.escarole.recipe.handle;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Validates environment variables (Command Handle, sections 3.2 and 5.2). */
final class Environment {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Variables that change what some program loads or runs. */
  private static final List<String> SENSITIVE =
      List.of(
          "PATH",
          "IFS",
          "ENV",
          "BASH_ENV",
          "SHELLOPTS",
          "NODE_OPTIONS",
          "PYTHONPATH",
          "PYTHONHOME",
          "PYTHONSTARTUP",
          "PERL5OPT",
          "PERL5LIB",
          "RUBYOPT",
          "JAVA_TOOL_OPTIONS",
          "GIT_EXEC_PATH");

  private static final List<String> SENSITIVE_PREFIXES =
      List.of("LD_", "DYLD_", "GIT_SSH", "GIT_CONFIG");

  private Environment() {}

  /** Whether the name is valid; if not, records an error. */
  static boolean check(String name, String pointer, Findings findings) {
    if (!NAME.matcher(name).matches()) {
      findings.error(
          HandleCodes.ENVIRONMENT_NAME,
          "'" + name + "' is not a valid variable name",
          "Names consist of letters, digits and '_' and do not start with a digit.",
          pointer);
      return false;
    }
    if (isSensitive(name.toUpperCase(Locale.ROOT))) {
      findings.error(
          HandleCodes.SENSITIVE_VARIABLE,
          "'" + name + "' must not be set: it changes what programs load or run",
          "Leave it out.",
          pointer);
      return false;
    }
    return true;
  }

  private static boolean isSensitive(String name) {
    return SENSITIVE.contains(name) || SENSITIVE_PREFIXES.stream().anyMatch(name::startsWith);
  }
}
