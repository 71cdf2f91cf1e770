package dev.escarole.web.app.local;

import dev.escarole.engine.plan.Caching;
import dev.escarole.engine.plan.ControlWords;
import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.engine.plan.Retry;
import dev.escarole.engine.plan.Step;
import dev.escarole.web.app.recipe.PlanDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the documents that show plans. */
final class PlanPictures {

  private PlanPictures() {}

  /** A plan and the directories that its commands may use, as texts for people. */
  static PlanDocument of(Plan plan, List<String> directories) {
    return new PlanDocument(
        plan.recipeName(),
        plan.hash(),
        plan.leafCount(),
        directories,
        HttpUses.access(plan.http()),
        new PlanDocument.Output(plan.output().selector(), plan.output().value()),
        plan.sources().stream()
            .map(source -> new PlanDocument.Source(source.path(), source.sha256()))
            .toList(),
        plan.steps().stream().map(step -> step(step, plan)).toList(),
        plan.edges().stream()
            .map(
                edge ->
                    new PlanDocument.PlannedEdge(
                        edge.kind().word(),
                        plan.step(edge.from()).path(),
                        plan.step(edge.to()).path()))
            .toList(),
        tree(plan, directories),
        List.of(),
        List.of(),
        null);
  }

  /** What differs. */
  static PlanDocument.Changes changes(PlanDiff diff) {
    return new PlanDocument.Changes(
        diff.entries().stream()
            .filter(entry -> entry.kind() != PlanDiff.Kind.SAME)
            .map(PlanPictures::change)
            .toList(),
        diff.changes());
  }

  private static PlanDocument.Change change(PlanDiff.Entry entry) {
    Step after = entry.after();
    Step step = after == null ? Objects.requireNonNull(entry.before()) : after;
    return new PlanDocument.Change(
        entry.kind().name().toLowerCase(Locale.ROOT),
        step.path(),
        step.kindWord(),
        step.label(),
        step.fold(LeafStep::argv, group -> List.<String>of()),
        entry.changes());
  }

  private static String tree(Plan plan, List<String> directories) {
    StringBuilder text = new StringBuilder();
    try {
      PlanPrinter.print(plan, PlanFormat.TREE, directories, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static PlanDocument.PlannedStep step(Step step, Plan plan) {
    Step recover = step.recover();
    return new PlanDocument.PlannedStep(
        step.path(),
        step.kindWord(),
        step.label(),
        step.place().pointer(),
        plan.source(step),
        step.fold(LeafStep::argv, group -> List.of()),
        handle(step.fold(LeafStep::handle, group -> null)),
        step.skipReason(),
        cache(step.fold(LeafStep::caching, group -> Caching.UNSAID)),
        control(step.controls()),
        step.isSkipped() ? List.of() : ControlWords.of(step),
        step.children().stream().map(Step::path).toList(),
        recover == null ? null : recover.path());
  }

  private static @Nullable Boolean cache(Caching caching) {
    return caching == Caching.UNSAID ? null : (Boolean) (caching == Caching.ON);
  }

  private static PlanDocument.@Nullable HandleCall handle(@Nullable HandleSetting setting) {
    if (setting == null) {
      return null;
    }
    return new PlanDocument.HandleCall(
        setting.handle(),
        setting.directory(),
        setting.environment(),
        setting.stdin() == null
            ? null
            : Base64.getEncoder().encodeToString(setting.stdin().toArray()),
        setting.streams().openStdin(),
        setting.streams().stdout().word(),
        setting.streams().stderr().word(),
        setting.streams().encoding().word());
  }

  static PlanDocument.Control control(Controls controls) {
    Retry retry = controls.retries();
    boolean bounded = retry.maxDelayMillis() < Retry.UNBOUNDED;
    return new PlanDocument.Control(
        controls.delayMillis(),
        controls.timeoutMillis(),
        controls.retry(),
        retry.delayMillis(),
        retry.backoff(),
        bounded ? (Long) retry.maxDelayMillis() : null,
        controls.failure() == null ? null : controls.failure().name().toLowerCase(Locale.ROOT),
        controls.successCodes().codes(),
        controls.concurrency() > 0 ? (Integer) controls.concurrency() : null,
        controls.hasQuorum() ? (Integer) controls.minSuccessful() : null,
        controls.awaits() == null ? null : controls.awaits().word(),
        controls.approvals());
  }
}
