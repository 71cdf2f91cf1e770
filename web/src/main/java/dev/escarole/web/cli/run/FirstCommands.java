package dev.escarole.web.cli.run;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether the commands that are given the input of a run can read it. */
final class FirstCommands {

  /** Built-in commands that never read standard input, unless an argument is a hyphen. */
  private static final Set<String> NEVER =
      Set.of(
          "basename", "cp", "date", "dirname", "echo", "expr", "false", "ls", "mkdir", "mv",
          "printf", "readlink", "realpath", "rmdir", "seq", "sleep", "stat", "test", "touch",
          "true", "truncate", "yes", "[");

  /** Built-in commands that do not read it if they are given a file. */
  private static final Set<String> UNLESS_FILES =
      Set.of(
          "base64", "cat", "cksum", "head", "md5sum", "nl", "od", "rev", "sha256sum", "tac", "tail",
          "uniq", "wc");

  private enum Use {
    READS,
    IGNORES,
    /** It does not run; the next step is given the input. */
    PASSES_ON
  }

  private FirstCommands() {}

  /**
   * Returns false only if none of them reads.
   *
   * @param plan null if it is not known yet
   */
  static boolean mayRead(@Nullable Plan plan) {
    return plan == null || use(plan.root()) == Use.READS;
  }

  private static Use use(Step step) {
    if (step.isSkipped()) {
      return Use.PASSES_ON;
    }
    if (step.recover() != null) {
      return Use.READS;
    }
    return step.fold(FirstCommands::leaf, FirstCommands::group);
  }

  private static Use group(GroupStep group) {
    Use all = Use.PASSES_ON;
    for (Step child : group.children()) {
      Use each = use(child);
      if (each == Use.READS || (each == Use.IGNORES && !group.isParallel())) {
        return each;
      }
      all = each == Use.IGNORES ? each : all;
    }
    return all;
  }

  private static Use leaf(LeafStep leaf) {
    HandleSetting handle = leaf.handle();
    if (handle != null && (handle.stdin() != null || !handle.streams().openStdin())) {
      return Use.IGNORES;
    }
    List<String> arguments = leaf.argv().subList(1, leaf.argv().size());
    String command = leaf.argv().get(0);
    boolean asked = arguments.contains("-");
    boolean never = NEVER.contains(command);
    boolean files =
        UNLESS_FILES.contains(command) && arguments.stream().anyMatch(FirstCommands::isFile);
    return !asked && (never || files) ? Use.IGNORES : Use.READS;
  }

  /** A path within a granted directory. */
  private static boolean isFile(String argument) {
    return argument.length() > 1 && argument.startsWith("/");
  }
}
