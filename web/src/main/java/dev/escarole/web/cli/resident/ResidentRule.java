package dev.escarole.web.cli.resident;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which calls a resident server does for others: those that consist of nothing but the words below.
 * All else, such as a mistyped option or one that is new, is done by the process that was called.
 */
final class ResidentRule {

  private static final String FLAG = "flag";
  private static final String TEXT = "text";
  private static final String FILE = "file";

  /** As a file, or a hyphen. */
  private static final String INPUT = "input";

  /** As {@code HOST::GUEST}. */
  private static final String DIRECTORY = "directory";

  /** Command, kind of its arguments, and its options of each of the {@link #KINDS}. */
  private static final String[][] COMMANDS = {
    {
      "run",
      FILE,
      " --json -q --quiet --strict --lenient --cache ",
      " --set --label ",
      " --values ",
      " --stdin ",
      " --dir "
    },
    {"plan", FILE, "", " --set --format ", " --values "},
    {"validate", FILE, " --json --strict "},
    {
      "runs list",
      TEXT,
      " --json ",
      " --status --recipe --label --by --text --limit --since --until "
    },
    {"runs show", TEXT, " --json --all "},
    {"runs output", TEXT, " --stderr ", " --attempt "},
  };

  private static final String[] KINDS = {FLAG, TEXT, FILE, INPUT, DIRECTORY};

  /** Variables that turn the matter off, or mean another place than a data directory. */
  private static final String[] RULED_OUT = {
    "ESCAROLE_SERVER",
    "ESCAROLE_DB",
    "ESCAROLE_CONFIG",
    "ESCAROLE_DEBUG",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS"
  };

  private static final String DATA = "--data";

  static final String VARIABLE = "ESCAROLE_RESIDENT";
  private static final String OFF = "off";

  private final List<String> files = new ArrayList<>();
  private @Nullable String data;

  private ResidentRule() {}

  /** Returns the files that the call names, as they are typed. */
  List<String> files() {
    return files;
  }

  /** Returns the data directory that the call names, as it is typed; null if it names none. */
  @Nullable String data() {
    return data;
  }

  /**
   * Returns what a call names, if it is one that a resident server does; else null.
   *
   * @param arguments the command line
   */
  static @Nullable ResidentRule of(String[] arguments, Map<String, String> environment) {
    if (arguments.length == 0 || OFF.equals(environment.get(VARIABLE))) {
      return null;
    }
    for (String name : RULED_OUT) {
      String value = environment.get(name);
      if (value != null && !value.isEmpty()) {
        return null;
      }
    }
    for (String[] command : COMMANDS) {
      int words = words(command[0], arguments);
      if (words > 0) {
        ResidentRule rule = new ResidentRule();
        return rule.allows(command, arguments, words) ? rule : null;
      }
    }
    return null;
  }

  /** How many words the name of a command has, if it is the one called; else 0. */
  private static int words(String command, String[] arguments) {
    int blank = command.indexOf(' ');
    if (blank < 0) {
      return command.equals(arguments[0]) ? 1 : 0;
    }
    boolean called =
        arguments.length > 1
            && command.substring(0, blank).equals(arguments[0])
            && command.substring(blank + 1).equals(arguments[1]);
    return called ? 2 : 0;
  }

  private boolean allows(String[] command, String[] arguments, int from) {
    int i = from;
    while (i < arguments.length) {
      String argument = arguments[i++];
      if (!argument.startsWith("-")) {
        if (!takes(command[1], argument)) {
          return false;
        }
        continue;
      }
      int equals = argument.indexOf('=');
      String kind = kind(command, equals < 0 ? argument : argument.substring(0, equals));
      if (kind == null || (kind.equals(FLAG) && equals >= 0)) {
        return false;
      }
      if (kind.equals(FLAG)) {
        continue;
      }
      if (equals < 0 && i == arguments.length) {
        return false;
      }
      if (!takes(kind, equals < 0 ? arguments[i++] : argument.substring(equals + 1))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable String kind(String[] command, String option) {
    if (option.indexOf(' ') >= 0) {
      return null;
    }
    if (option.equals(DATA)) {
      return DATA;
    }
    String word = " ".concat(option).concat(" ");
    for (int i = 2; i < command.length; i++) {
      if (command[i].contains(word)) {
        return KINDS[i - 2];
      }
    }
    return null;
  }

  private boolean takes(String kind, String value) {
    if (kind.equals(INPUT) && value.equals("-")) {
      return true;
    }
    if (value.startsWith("-")) {
      return false;
    }
    if (kind.equals(DATA)) {
      data = value;
      return !value.isEmpty();
    }
    if (kind.equals(DIRECTORY)) {
      int end = value.indexOf("::");
      return end > 0 && files.add(value.substring(0, end));
    }
    return kind.equals(TEXT) || files.add(value);
  }
}
