package dev.escarole.web.cli.command;

import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.InterpretedFunctions;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports new commands to people. */
public final class AddedLines {

  /** A program with more names is called by its first ones. */
  private static final int NAMES_SHOWN = 3;

  private AddedLines() {}

  /** Says what was added, and then once for each program what is to be known about it. */
  static void say(Console console, List<AddedCommand> added) {
    SlowPrograms slow = new SlowPrograms();
    for (AddedCommand each : added) {
      console.say(
          String.format(
              Locale.ROOT,
              "added %s: artifact %s, mode %s",
              TextFormat.plain(each.name()),
              TextFormat.plain(each.artifact()),
              each.mode().word()));
      slow.add(each.name(), each.interpreted());
    }
    if (added.stream().anyMatch(AddedCommand::callsCommands)) {
      noteExec(console);
    }
    slow.note(console);
  }

  /** Says that a new command runs other commands. */
  public static void noteExec(Console console) {
    console.say(
        "note: it runs other commands (env.host_exec), so only principals with the capability"
            + " exec can use it; others get the outcome denied");
  }

  /** Says that functions of a program are interpreted, if any are. */
  public static void noteSlow(
      Console console, String name, @Nullable InterpretedFunctions interpreted) {
    SlowPrograms slow = new SlowPrograms();
    slow.add(name, interpreted);
    slow.note(console);
  }

  /** Commands with functions that are interpreted, by what there is to say about them. */
  static final class SlowPrograms {

    private final Map<InterpretedFunctions, List<String>> names = new LinkedHashMap<>();

    void add(String name, @Nullable InterpretedFunctions interpreted) {
      if (interpreted != null) {
        names.computeIfAbsent(interpreted, first -> new ArrayList<>()).add(name);
      }
    }

    void note(Console console) {
      names.forEach(
          (interpreted, same) ->
              console.say(
                  TextFormat.plain(
                      "note: %s %s slow: %s"
                          .formatted(
                              together(same),
                              same.size() == 1 ? "is" : "are",
                              interpreted.warning()))));
    }

    private static String together(List<String> names) {
      int more = names.size() - NAMES_SHOWN;
      return more <= 0
          ? String.join(", ", names)
          : "%s and %d more".formatted(String.join(", ", names.subList(0, NAMES_SHOWN)), more);
    }
  }
}
