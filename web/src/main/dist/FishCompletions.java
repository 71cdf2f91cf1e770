import dev.escarole.web.cli.CommandTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Prints completions for fish, from the tree of commands. */
final class FishCompletions {

  private FishCompletions() {}

  public static void main(String[] args) {
    System.out.println("# Completions of escarole for fish.");
    System.out.println(
        """
        function __escarole_at
            set -l words (commandline -opc)
            set -e words[1]
            set -l found
            for word in $words
                string match -q -- '-*' $word; or set -a found $word
            end
            set -l wanted $argv
            set -l count (count $wanted)
            if test $count -eq 0
                test (count $found) -eq 0
                return
            end
            test (count $found) -ge $count; and test "$found[1..$count]" = "$wanted"
        end
        complete -c escarole -f -n '__escarole_at'""");
    print(CommandTree.root(), List.of());
  }

  private static void print(CommandLine command, List<String> words) {
    CommandSpec spec = command.getCommandSpec();
    String place = ("__escarole_at " + String.join(" ", words)).strip();
    String at = "complete -c escarole -n '" + place + "'";
    for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
      System.out.println(at + " -f -a " + each.getKey() + described(summary(each.getValue())));
    }
    for (OptionSpec option : spec.options()) {
      if (option.hidden()) {
        continue;
      }
      StringBuilder line = new StringBuilder(at);
      for (String name : option.names()) {
        line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
      }
      if (option.arity().max() > 0) {
        line.append(" -r");
        Iterable<String> choosable = option.completionCandidates();
        List<String> choices = new ArrayList<>();
        if (choosable != null) {
          choosable.forEach(choices::add);
        }
        if (!choices.isEmpty()) {
          line.append(" -f -a ").append(quoted(String.join(" ", choices)));
        }
      }
      System.out.println(line + described(option.description()));
    }
    command
        .getSubcommands()
        .forEach(
            (name, each) -> {
              List<String> inner = new ArrayList<>(words);
              inner.add(name);
              print(each, inner);
            });
  }

  private static String[] summary(CommandLine command) {
    return command.getCommandSpec().usageMessage().description();
  }

  private static String described(String... lines) {
    String text = lines.length == 0 ? "" : lines[0].replaceAll("\\$\\{[^}]*}", "…");
    return text.isEmpty() ? "" : " -d " + quoted(text);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
