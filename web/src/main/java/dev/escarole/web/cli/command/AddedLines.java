package dev.escarole.web.cli.command;

import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.InterpretedFunctions;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reports new commands to people. */
public final class AddedLines {

  private AddedLines() {}

  static void say(Console console, AddedCommand added) {
    console.say(
        String.format(
            Locale.ROOT,
            "added %s: artifact %s, mode %s",
            TextFormat.plain(added.name()),
            TextFormat.plain(added.artifact()),
            added.mode().word()));
    if (added.callsCommands()) {
      noteExec(console);
    }
    noteSlow(console, added.name(), added.interpreted());
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
    if (interpreted != null) {
      console.say(TextFormat.plain("note: " + name + " is slow: " + interpreted.warning()));
    }
  }
}
