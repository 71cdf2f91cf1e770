package dev.escarole.engine.build.c;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.SourceCheck;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The options of a build, in the words of clang's front end. Only options that change how the given
 * sources are compiled are accepted: none that names a place, a plug-in or another output.
 * Immutable.
 *
 * @param flags for {@code clang -cc1}
 * @param included files that others include and that are not compiled by themselves
 */
record CompilerOptions(List<String> flags, Set<String> included) {

  private static final String INCLUDED = "--included=";

  /** What is accepted, for messages. */
  private static final String ACCEPTED =
      "-DNAME[=VALUE], -UNAME, -IDIR, -O0 to -O3, -Os, -Oz, -std=…, -W…, -w, -fwrapv,"
          + " -fno-strict-aliasing, -funsigned-char, -fno-builtin, -lm and --included=FILE";

  /** Those that the front end takes as they are. */
  private static final Pattern SAME =
      Pattern.compile(
          "-[DU][A-Za-z_][A-Za-z0-9_]*([(=].*)?|-O[0123sz]|-std=[a-z]+[0-9]+[xyz]?|-w"
              + "|-W[A-Za-z0-9#=+-]*|-fwrapv|-fno-builtin");

  /** Those that the front end calls otherwise; empty if it does not need them. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "-fno-strict-aliasing",
          "-relaxed-aliasing",
          "-funsigned-char",
          "-fno-signed-char",
          "-lm",
          "");

  CompilerOptions {
    flags = List.copyOf(flags);
    included = Set.copyOf(included);
  }

  /**
   * Reads the options of sources.
   *
   * @throws BuildFailedException if one is not accepted; the message lists those that are
   */
  static CompilerOptions of(List<String> options) throws BuildFailedException {
    List<String> flags = new ArrayList<>();
    Set<String> included = new HashSet<>();
    for (String option : options) {
      String other = OTHERS.get(option);
      if (other != null) {
        flags.addAll(other.isEmpty() ? List.of() : List.of(other));
      } else if (option.startsWith(INCLUDED)) {
        included.add(option.substring(INCLUDED.length()));
      } else if (option.startsWith("-I") && isDirectory(option.substring(2))) {
        flags.addAll(List.of("-I", option.substring(2)));
      } else if (SAME.matcher(option).matches()) {
        flags.add(option);
      } else {
        throw new BuildFailedException(
            Reason.BAD_SOURCES,
            "the option '%s' is not accepted for C".formatted(option),
            "Use " + ACCEPTED + ".");
      }
    }
    return new CompilerOptions(flags, included);
  }

  private static boolean isDirectory(String path) {
    if (path.equals(".")) {
      return true;
    }
    try {
      SourceCheck.checkPath(path);
      return true;
    } catch (BuildFailedException e) {
      return false;
    }
  }
}
