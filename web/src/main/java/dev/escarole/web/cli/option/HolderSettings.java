package dev.escarole.web.cli.option;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Limits;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.share.Holder;
import java.util.Map;
import java.util.Objects;

/** Compares the settings of the process that has a data directory open with those wanted here. */
public final class HolderSettings {

  private final Map<String, String> settings;
  private final Console console;

  /** Of the process that has the directory open. */
  public HolderSettings(Map<String, String> settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /**
   * Lets a server ask there, which runs nothing by itself.
   *
   * @throws UsageException if a setting differs that the user has asked for
   */
  public void check(EngineOptions wanted) {
    check(wanted, Principal.localOperator());
  }

  /**
   * Lets a run go there, with a note if it will have other limits.
   *
   * @throws UsageException if a setting differs that the user has asked for, or that the principal
   *     of the run is bound by
   */
  public void check(EngineOptions wanted, Principal principal) {
    Map<String, String> own = Holder.settings(wanted);
    boolean operator = principal.equals(Principal.localOperator());
    if (differs(own, Holder.POLICY) && !(operator && "".equals(own.get(Holder.POLICY)))) {
      throw refused("another policy file");
    }
    boolean asked =
        !wanted.limits().equals(Limits.defaults())
            || wanted.unknownCommands() != EngineOptions.inMemory().unknownCommands();
    if (differs(own, Holder.LIMITS) || differs(own, Holder.UNKNOWN_COMMANDS)) {
      if (asked) {
        throw refused("other limits, or another rule for unknown commands");
      }
      console.say(
          "warning: the process that has the data directory open works with other limits, or"
              + " another rule for unknown commands, than are usual");
    }
  }

  private boolean differs(Map<String, String> own, String setting) {
    return !Objects.equals(own.get(setting), settings.get(setting));
  }

  private static UsageException refused(String what) {
    return new UsageException(
        "other-settings",
        "another process has the data directory open and works with " + what,
        "Wait until it has ended, give both the same options, or name another directory with --data"
            + " DIR.");
  }
}
