package dev.escarole.web.cli.run;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanDocument.PlannedStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether the commands that are given the input of a run can read it. */
final class FirstCommands {

  /** Built-in commands that never read standard input, unless an argument is a hyphen. */
  private static final Set<String> NEVER =
      Set.of(
          "basename",
          "cp",
          "date",
          "dirname",
          "echo",
          "expr",
          "false",
          "ls",
          "mkdir",
          "mv",
          "printf",
          "readlink",
          "realpath",
          "rmdir",
          "seq",
          "sleep",
          "stat",
          "test",
          "touch",
          "true",
          "truncate",
          "yes",
          "[");

  /** Built-in commands that do not read it if they are given a file. */
  private static final Set<String> UNLESS_FILES =
      Set.of(
          "base64",
          "cat",
          "cksum",
          "head",
          "md5sum",
          "nl",
          "od",
          "rev",
          "sha256sum",
          "tac",
          "tail",
          "uniq",
          "wc");

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

  /** The same for a plan that a server has made. */
  static boolean mayRead(PlanDocument plan) {
    Map<String, PlannedStep> steps = new HashMap<>();
    plan.steps().forEach(step -> steps.put(step.path(), step));
    return plan.steps().isEmpty() || use(plan.steps().get(0), steps) == Use.READS;
  }

  private static Use use(PlannedStep step, Map<String, PlannedStep> steps) {
    if (step.skipped() != null) {
      return Use.PASSES_ON;
    }
    if (step.recover() != null) {
      return Use.READS;
    }
    if (step.kind().equals("leaf")) {
      PlanDocument.HandleCall handle = step.handle();
      boolean open = handle == null || (handle.stdin() == null && handle.openStdin());
      return open ? command(step.argv()) : Use.IGNORES;
    }
    List<Use> children =
        step.children().stream()
            .map(path -> use(Objects.requireNonNull(steps.get(path)), steps))
            .toList();
    return together(children, step.kind().equals("parallel"));
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
    return together(group.children().stream().map(FirstCommands::use).toList(), group.isParallel());
  }

  private static Use together(List<Use> children, boolean parallel) {
    Use all = Use.PASSES_ON;
    for (Use each : children) {
      if (each == Use.READS || (each == Use.IGNORES && !parallel)) {
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
    return command(leaf.argv());
  }

  private static Use command(List<String> argv) {
    List<String> arguments = argv.subList(1, argv.size());
    String command = argv.get(0);
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
