package dev.escarole.recipe.flow;

import java.util.List;
import java.util.Set;

/** Which built-in commands read their standard input, as far as their words tell. */
public final class InputUse {

  /** Those that never do, unless an argument is a hyphen. */
  private static final Set<String> NEVER =
      Set.of(
          "basename",
          "cp",
          "date",
          "dirname",
          "echo",
          "expr",
          "false",
          "ls",
          "mkdir",
          "mv",
          "printf",
          "readlink",
          "realpath",
          "rmdir",
          "seq",
          "sleep",
          "stat",
          "test",
          "touch",
          "true",
          "truncate",
          "yes",
          "[");

  /** Those that do not if they are given a file. */
  private static final Set<String> UNLESS_FILES =
      Set.of(
          "base64",
          "cat",
          "cksum",
          "head",
          "md5sum",
          "nl",
          "od",
          "rev",
          "sha256sum",
          "tac",
          "tail",
          "uniq",
          "wc");

  private InputUse() {}

  /**
   * Returns false only if a command surely leaves its input alone.
   *
   * @param argv its name and arguments
   */
  public static boolean mayRead(List<String> argv) {
    List<String> arguments = argv.subList(1, argv.size());
    String command = argv.get(0);
    boolean never = NEVER.contains(command);
    boolean files = UNLESS_FILES.contains(command) && arguments.stream().anyMatch(InputUse::isFile);
    return arguments.contains("-") || !(never || files);
  }

  /** A path within a granted directory. */
  private static boolean isFile(String argument) {
    return argument.length() > 1 && argument.startsWith("/");
  }
}
