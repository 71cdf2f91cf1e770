package dev.escarole.web.cli.option;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Limits;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.share.Holder;
import dev.escarole.web.share.SharedInstallation;
import java.util.Map;
import java.util.Objects;

/** Compares the settings of the process that has a data directory open with those wanted here. */
public final class HolderSettings {

  private HolderSettings() {}

  /**
   * Lets a run go to the process that has the directory open, if that is another one; with a note
   * if it will have other limits. A server asks there on behalf of the operator.
   *
   * @throws UsageException if a setting differs that the user has asked for, or that the principal
   *     of the run is bound by
   */
  public static void check(
      SharedInstallation shared, Console console, EngineOptions wanted, Principal principal) {
    shared.settingsOfHolder().ifPresent(theirs -> check(theirs, console, wanted, principal));
  }

  /** The same for settings that are known. */
  static void check(
      Map<String, String> theirs, Console console, EngineOptions wanted, Principal principal) {
    Map<String, String> own = Holder.settings(wanted);
    boolean operator = principal.equals(Principal.localOperator());
    if (differs(own, theirs, Holder.POLICY) && !(operator && "".equals(own.get(Holder.POLICY)))) {
      throw refused("another policy file");
    }
    boolean asked =
        !wanted.limits().equals(Limits.defaults())
            || wanted.unknownCommands() != EngineOptions.inMemory().unknownCommands();
    if (differs(own, theirs, Holder.LIMITS) || differs(own, theirs, Holder.UNKNOWN_COMMANDS)) {
      if (asked) {
        throw refused("other limits, or another rule for unknown commands");
      }
      console.say(
          "warning: the process that has the data directory open works with other limits, or"
              + " another rule for unknown commands, than are usual");
    }
  }

  private static boolean differs(
      Map<String, String> own, Map<String, String> theirs, String setting) {
    return !Objects.equals(own.get(setting), theirs.get(setting));
  }

  private static UsageException refused(String what) {
    return new UsageException(
        "other-settings",
        "another process has the data directory open and works with " + what,
        "Wait until it has ended, give both the same options, or name another directory with --data"
            + " DIR.");
  }
}
