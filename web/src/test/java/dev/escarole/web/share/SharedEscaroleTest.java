package dev.escarole.web.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.Escarole;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which methods are asked again when the process that was asked is gone. */
class SharedEscaroleTest {

  /** That change something and are the same when done twice: by a key, or by what they set. */
  private static final Set<String> SAME_TWICE =
      Set.of(
          "launch",
          "rerun",
          "cancel",
          "resume",
          "resumeAll",
          "addCommand",
          "freezeCommand",
          "buildCommand",
          "addFromCatalog",
          "verifyCommand",
          "pauseSchedule",
          "resumeSchedule",
          "saveFilter",
          "backfill");

  private static final Set<String> LOOKS =
      Set.of(
          "family",
          "compare",
          "difference",
          "recipeVersions",
          "log",
          "recipes",
          "recipe",
          "validate",
          "inputs",
          "plan",
          "test",
          "runs",
          "files",
          "file",
          "workspace",
          "workspaceFile",
          "awaits",
          "callback",
          "inbox",
          "filters",
          "run",
          "head",
          "timeline",
          "origin",
          "runPlan",
          "steps",
          "step",
          "errors",
          "joins",
          "join",
          "joinText",
          "output",
          "attemptOutput",
          "tail",
          "follow",
          "followRuns",
          "previewRerun",
          "schedules",
          "comingRuns",
          "scheduleHistory",
          "commands",
          "command",
          "commandSource",
          "catalog",
          "catalogEntry",
          "help",
          "policy",
          "audit",
          "calls",
          "causes",
          "actions",
          "notifications",
          "cache",
          "health",
          "system",
          "nodes",
          "figures",
          "who");

  @Test
  void every_method_is_known_to_be_repeatable_or_not() {
    Set<String> known = new TreeSet<>(SharedEscarole.ONCE);
    known.addAll(SAME_TWICE);
    known.addAll(LOOKS);
    assertThat(
            Arrays.stream(Escarole.class.getMethods())
                .map(Method::getName)
                .collect(Collectors.toSet()))
        .isEqualTo(known);
  }
}
