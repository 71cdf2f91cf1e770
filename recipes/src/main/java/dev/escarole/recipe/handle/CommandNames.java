package dev.escarole.recipe.handle;

import java.util.regex.Pattern;

/** Validates command names in handles (Command Handle, sections 3.4 and 5.1). */
final class CommandNames {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.-]*");

  private CommandNames() {}

  /** Records an error if a command is neither a name nor an absolute path. */
  static void check(String command, String pointer, Findings findings) {
    boolean name = NAME.matcher(command).matches() && !command.matches("\\.{1,2}");
    boolean absolute = command.startsWith("/") && command.indexOf('\0') < 0;
    if (!name && !absolute) {
      findings.error(
          HandleCodes.COMMAND_NAME,
          "the command is neither a name nor an absolute path",
          "Name a registered command, without a path: deploy, not ./deploy.sh.",
          pointer);
    }
  }
}
