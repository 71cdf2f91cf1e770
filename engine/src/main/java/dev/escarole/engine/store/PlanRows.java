package dev.escarole.engine.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.journal.RunKey;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import dev.escarole.recipe.handle.StreamEncoding;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a plan and its steps, once per hash. */
final class PlanRows {

  /**
   * Version of the form in which plans and steps are stored. Raise it with every change that an
   * earlier release would misunderstand: nodes of that release then leave such runs to others.
   */
  static final int FORMAT = 1;

  /** Index of each step's parent by the step's index; -1 for the root. */
  private final int[] parents;

  private final boolean[] recoveries;
  private final Plan plan;
  private final long number;

  private PlanRows(Plan plan, long number) {
    this.plan = plan;
    this.number = number;
    this.parents = new int[plan.steps().size()];
    this.recoveries = new boolean[plan.steps().size()];
    parents[0] = -1;
    plan.steps().forEach(this::adopt);
  }

  /**
   * Writes the plan unless its hash is stored already, in the connection's transaction.
   *
   * @return its number
   */
  static long write(Connection connection, Plan plan, Instant now) throws SQLException {
    boolean isNew = insert(connection, plan, now) == 1;
    long number = number(connection, plan);
    if (isNew) {
      new PlanRows(plan, number).writeSteps(connection);
    }
    return number;
  }

  private static long number(Connection connection, Plan plan) throws SQLException {
    try (Batch number = Batch.of(connection, Sql.PLAN_NUMBER)) {
      return number.text(plan.hash()).answer().orElseThrow();
    }
  }

  private static int insert(Connection connection, Plan plan, Instant now) throws SQLException {
    try (Batch row = Batch.of(connection, Sql.INSERT_PLAN)) {
      return row.text(plan.hash())
          .text(plan.recipeName())
          .text(plan.markedOutput().selector())
          .text(plan.markedOutput().value())
          .text(plan.hasImports() ? Json.writeAny(plan.sources()) : null)
          .text(plan.markedArtifacts().isEmpty() ? null : Json.writeAny(plan.markedArtifacts()))
          .text(plan.http().isEmpty() ? null : Json.writeAny(plan.http()))
          .number(plan.steps().size())
          .number(FORMAT)
          .number(now.toEpochMilli())
          .change();
    }
  }

  private void adopt(Step step) {
    for (Step child : step.children()) {
      parents[child.index()] = step.index();
    }
    Step recover = step.recover();
    if (recover != null) {
      parents[recover.index()] = step.index();
      recoveries[recover.index()] = true;
    }
  }

  private void writeSteps(Connection connection) throws SQLException {
    try (Batch batch = Batch.of(connection, Sql.INSERT_STEP)) {
      for (Step step : plan.markedSteps()) {
        add(batch, step);
      }
      batch.send();
    }
  }

  private void add(Batch batch, Step step) throws SQLException {
    int parent = parents[step.index()];
    String argv = step.fold(leaf -> Json.write(leaf.argv()), group -> "[]");
    batch
        .number(RunKey.firstEvent(number) + step.index())
        .number(step.index())
        .number(parent < 0 ? null : (Integer) parent)
        .text(step.path())
        .text(step.place().pointer())
        .text(kind(step))
        .flag(recoveries[step.index()])
        .text(step.label())
        .text(argv);
    HandleSetting handle = step.fold(LeafStep::handle, group -> null);
    batch
        .text(settings(step.controls()))
        .text(step.skipReason())
        .text(handle == null ? null : HandleColumn.write(handle))
        .add();
  }

  private static @Nullable String settings(Controls controls) {
    return controls.equals(Controls.NONE) ? null : Json.write(controls.plain());
  }

  /** Unlike {@link Step#kindWord}, distinguishes a wrapper of a single node from a sequence. */
  private static String kind(Step step) {
    return step.fold(leaf -> "leaf", group -> group.kind().name().toLowerCase(Locale.ROOT));
  }

  /** The settings of a command handle as the JSON text of a column. */
  static final class HandleColumn {

    private static final TypeReference<Columns> FORM = new TypeReference<>() {};

    private HandleColumn() {}

    /**
     * The form of the text.
     *
     * @param stdin base64, or null
     */
    record Columns(
        String handle,
        @Nullable String directory,
        Map<String, String> environment,
        @Nullable String stdin,
        Streams streams) {}

    record Streams(String stdout, String stderr, String encoding, boolean openStdin) {}

    static String write(HandleSetting setting) {
      CapturedBytes stdin = setting.stdin();
      HandleStreams streams = setting.streams();
      return Json.writeAny(
          new Columns(
              setting.handle(),
              setting.directory(),
              setting.environment(),
              stdin == null ? null : Base64.getEncoder().encodeToString(stdin.toArray()),
              new Streams(
                  streams.stdout().word(),
                  streams.stderr().word(),
                  streams.encoding().word(),
                  streams.openStdin())));
    }

    static HandleSetting read(String text) {
      Columns columns = Json.read(text, FORM);
      String stdin = columns.stdin();
      Streams streams = columns.streams();
      return new HandleSetting(
          columns.handle(),
          columns.directory(),
          new LinkedHashMap<>(columns.environment()),
          stdin == null ? null : CapturedBytes.of(Base64.getDecoder().decode(stdin)),
          new HandleStreams(
              StreamMode.of(streams.stdout()).orElseThrow(),
              StreamMode.of(streams.stderr()).orElseThrow(),
              StreamEncoding.of(streams.encoding()).orElseThrow(),
              streams.openStdin()));
    }
  }
}
