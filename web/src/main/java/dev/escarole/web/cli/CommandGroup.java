package dev.escarole.web.cli;

import dev.escarole.web.cli.option.ConsoleCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands that only hold subcommands: called by themselves they ask for one. */
abstract class CommandGroup extends ConsoleCommand {

  @Spec private CommandSpec spec = CommandSpec.create();

  private final String missing;

  private CommandGroup(String missing) {
    this.missing = missing;
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), missing);
  }

  @Command(
      name = "runs",
      description = "Shows runs that were stored, stops, resumes, repeats or deletes them.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole runs list --status failed",
        "  escarole runs show last",
        "  escarole runs output 20261121-2315 0.2 --stderr",
        "  escarole runs logs last --follow",
        "  escarole runs files last",
        "  escarole runs resume --all",
        "  escarole runs rerun last --failed",
        "  escarole runs prune --older-than 30d --dry-run"
      })
  static final class Runs extends CommandGroup {
    Runs() {
      super(
          "Say what to do: list, show, output, logs, files, workspace, report, cancel, resume,"
              + " rerun, delete or prune.");
    }
  }

  @Command(
      name = "handle",
      description = "Shows what calls of handles would run.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = "  escarole handle show commit.handle.yaml --arg message='Fix it'")
  static final class Handle extends CommandGroup {
    Handle() {
      super("A command is missing.");
    }
  }

  @Command(
      name = "toolkit",
      description = "Builds commands from source, and keeps their sources as toolkits.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole toolkit build-inline wordfreq c ./wordfreq.c",
        "  escarole toolkit promote wordfreq --to workspace",
        "  escarole toolkit build ./toolkits/wordfreq"
      })
  static final class Toolkits extends CommandGroup {
    Toolkits() {
      super("Say what to do: build-inline, build, promote or install.");
    }
  }

  @Command(
      name = "token",
      description = "Makes, lists and revokes the tokens that a server lets in.",
      synopsisSubcommandLabel = "COMMAND")
  static final class Token extends CommandGroup {
    Token() {
      super("A command is missing.");
    }
  }

  @Command(
      name = "cache",
      description = "Shows or forgets the results that are kept to be used again.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {"  escarole cache stats", "  escarole cache clear"})
  static final class Cache extends CommandGroup {
    Cache() {
      super("Say what to do: stats or clear.");
    }
  }

  @Command(
      name = "notifications",
      description = "Lists messages about runs, sends them again, or tries a channel.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {"  escarole notifications list --state dead", "  escarole notifications test ops"})
  static final class NotificationGroup extends CommandGroup {
    NotificationGroup() {
      super("Say what to do: list, resend or test.");
    }
  }

  @Command(
      name = "inbox",
      description = "Shows the files of a server's inbox, or puts failed ones back.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {"  escarole inbox list", "  escarole inbox retry orders.csv"})
  static final class Inbox extends CommandGroup {
    Inbox() {
      super("Say what to do: list or retry.");
    }
  }

  @Command(
      name = "schedules",
      description =
          "Shows, pauses and runs the schedules of recipes, which are in force while a server watches"
              + " their folder.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole schedules list",
        "  escarole schedules coming",
        "  escarole schedules pause nightly",
        "  escarole schedules backfill nightly --from 7d"
      })
  static final class Schedules extends CommandGroup {
    Schedules() {
      super("Say what to do: list, coming, history, pause, resume, run or backfill.");
    }
  }

  @Command(
      name = "config",
      description =
          "Shows the settings of the configuration file: --config FILE, else $ESCAROLE_CONFIG, else"
              + " $XDG_CONFIG_HOME/escarole/escarole.yaml or ~/.config/escarole/escarole.yaml. Its keys are"
              + " long options without dashes, for all commands, or below the name of one.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {"  escarole config show", "  escarole config show serve"})
  static final class Config extends CommandGroup {
    Config() {
      super("Say what to do: show.");
    }
  }

  @Command(
      name = "policy",
      description = "Looks at the file that says what principals may do.",
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {"  escarole policy check", "  escarole policy check ./policy.yaml --json"})
  static final class Policy extends CommandGroup {
    Policy() {
      super("Say what to do: check.");
    }
  }

  /** The command line as a whole: only its subcommands do anything. */
  @Command(
      name = "escarole",
      description = "Runs recipes whose every command is a sandboxed WebAssembly program.",
      versionProvider = VersionCommand.Provider.class,
      synopsisSubcommandLabel = "COMMAND",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole validate hello.yaml          is the recipe sound?",
        "  escarole plan hello.yaml              what would it run?",
        "  escarole run hello.yaml               run it",
        "  escarole runs show last               what happened?",
        "  escarole exec wc --stdin - -- -l      call one command",
        "",
        "'escarole help COMMAND' tells more about a command."
      })
  static final class Root extends CommandGroup {
    Root() {
      super("A command is missing.");
    }
  }
}
