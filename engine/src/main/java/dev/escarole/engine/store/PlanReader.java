package dev.escarole.engine.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Place;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanSource;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.plan.WantedFiles;
import dev.escarole.engine.store.database.Json;
import dev.escarole.recipe.http.HttpRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Builds a plan from its rows. Confined to one thread. */
final class PlanReader {

  /**
   * A row of {@code step}.
   *
   * @param kind as stored: {@code leaf}, or the name of a {@link GroupKind} in lower case
   */
  record Row(StoredStep step, String kind) {
    static Row of(ResultSet row) throws SQLException {
      return new Row(RowReader.step(row, StoredStep.Progress.NONE), row.getString("kind"));
    }
  }

  /** What a plan has besides its steps. */
  record Head(
      Plan.Output output,
      List<PlanSource> sources,
      List<WantedFiles> artifacts,
      List<HttpRule> http) {
    private static final TypeReference<List<HttpRule>> RULES = new TypeReference<>() {};
    private static final TypeReference<List<WantedFiles>> FILES = new TypeReference<>() {};
    private static final TypeReference<List<PlanSource>> SOURCES = new TypeReference<>() {};

    static Head of(ResultSet row) throws SQLException {
      String sources = row.getString("sources");
      String artifacts = row.getString("artifacts");
      String http = row.getString("http");
      return new Head(
          RowReader.output(row),
          sources == null ? List.of() : Json.read(sources, SOURCES),
          artifacts == null ? List.of() : Json.read(artifacts, FILES),
          http == null ? List.of() : Json.read(http, RULES));
    }
  }

  private final Map<Integer, List<Step>> children = new HashMap<>();
  private final Map<Integer, Step> recoveries = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();

  private PlanReader() {}

  /**
   * Returns all steps in plan order.
   *
   * @param rows in plan order
   * @throws IllegalArgumentException if the rows are not a tree in depth-first order
   */
  static List<Step> steps(List<Row> rows) {
    PlanReader reader = new PlanReader();
    // Children follow their parent, so reading backwards builds children first.
    for (int i = rows.size() - 1; i >= 0; i--) {
      reader.add(rows.get(i), i);
    }
    Collections.reverse(reader.steps);
    return reader.steps;
  }

  private void add(Row row, int index) {
    StoredStep stored = row.step();
    Integer parent = stored.parentIndex();
    if (stored.place().index() != index || (parent == null ? index != 0 : parent >= index)) {
      throw new IllegalArgumentException(
          "the stored steps of a plan are incomplete or out of order at " + stored.place());
    }
    Step step = step(row, index);
    steps.add(step);
    if (parent == null) {
      return;
    }
    if (stored.recovery()) {
      recoveries.put(parent, step);
    } else {
      children.computeIfAbsent(parent, unused -> new ArrayList<>()).add(step);
    }
  }

  private Step step(Row row, int index) {
    Place place = row.step().place();
    Controls controls = row.step().controls();
    String skipReason = row.step().skipReason();
    Step recover = recoveries.remove(index);
    List<Step> inside = children.getOrDefault(index, List.of());
    children.remove(index);
    if (row.kind().equals("leaf")) {
      return new LeafStep(
          place, controls, recover, skipReason, row.step().argv(), row.step().handle());
    }
    List<Step> inOrder = new ArrayList<>(inside);
    Collections.reverse(inOrder);
    GroupKind kind = GroupKind.valueOf(row.kind().toUpperCase(Locale.ROOT));
    return new GroupStep(place, controls, recover, skipReason, kind, inOrder);
  }
}
