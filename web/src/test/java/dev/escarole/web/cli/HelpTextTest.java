package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Help is broken into lines where the terminal ends, not where its author's screen ended. */
class HelpTextTest {

  private static final int NARROW = 80;

  private static List<CommandSpec> commands() {
    CommandLine root = CommandTree.root();
    List<CommandSpec> all = new ArrayList<>(CommandTree.commands(root));
    all.add(root.getCommandSpec());
    return all;
  }

  @Test
  void no_description_has_line_breaks_of_its_own() {
    for (CommandSpec command : commands()) {
      String name = command.qualifiedName();
      assertThat(command.usageMessage().description()).as(name).hasSizeLessThanOrEqualTo(1);
      for (ArgSpec argument : command.args()) {
        assertThat(argument.description())
            .as(name + " " + argument.paramLabel())
            .hasSizeLessThanOrEqualTo(1);
      }
      List<String> footer = Arrays.asList(command.usageMessage().footer());
      int codes = footer.stream().filter(line -> line.startsWith("Exit codes")).toList().size();
      assertThat(footer.subList(footer.size() - codes, footer.size()))
          .as(name)
          .allMatch(line -> line.startsWith("Exit codes"));
    }
  }

  @Test
  void help_fits_a_narrow_terminal() {
    for (CommandSpec command : commands()) {
      command.usageMessage().width(NARROW);
      String help = command.commandLine().getUsageMessage(CommandLine.Help.Ansi.OFF);
      assertThat(help.lines())
          .as(command.qualifiedName())
          .allMatch(line -> line.length() <= NARROW);
    }
  }
}
