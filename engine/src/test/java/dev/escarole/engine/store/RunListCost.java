package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures pages of a list of 100,000 runs. Not a test: run it by hand, with {@code h2} or {@code
 * postgresql}.
 */
final class RunListCost {

  private static final int RUNS = 100_000;
  private static final int PAGE = 50;
  private static final int TIMES = 30;

  private RunListCost() {}

  public static void main(String[] args) throws Exception {
    boolean h2 = args.length == 0 || args[0].equals("h2");
    Path directory = Files.createTempDirectory("run-list-cost");
    String address = h2 ? "" : Postgres.newDatabase();
    StoreOptions options = h2 ? StoreOptions.file(directory) : StoreOptions.at(address);
    fill(
        options,
        h2 ? options.url() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE" : Postgres.jdbcUrl(address));
    try (RunStore store = RunStore.open(options)) {
      System.out.println(store.facts());
      queries().forEach((name, query) -> measure(store, name, query));
      measureHistory(store);
    }
    System.exit(0);
  }

  private static void fill(StoreOptions options, String url) throws Exception {
    Plan plan = Runs.chain(1);
    try (RunStore store = RunStore.open(options)) {
      store.create(Runs.newRun(Runs.id(1)), plan);
      store.journal().record(Runs.over(Runs.id(1), plan, RunStatus.DONE, Content.of("x")));
      store.journal().flush();
    }
    ManyRuns.add(url, plan.hash(), RUNS);
  }

  private static Map<String, RunQuery> queries() {
    Instant middle = ManyRuns.FIRST.plus(ManyRuns.APART.multipliedBy(RUNS / 2));
    RunFilter all = RunFilter.ALL;
    Map<String, RunFilter> filters = new LinkedHashMap<>();
    filters.put("newest", all);
    filters.put("failed", all.withStatuses(Set.of(RunStatus.FAILED)));
    filters.put(
        "failed or cancelled", all.withStatuses(Set.of(RunStatus.FAILED, RunStatus.CANCELLED)));
    filters.put("cancelled (none)", all.withStatuses(Set.of(RunStatus.CANCELLED)));
    filters.put("one recipe", all.withRecipe("recipe-7"));
    filters.put("no such recipe", all.withRecipe("nothing"));
    filters.put(
        "recipe and status", all.withRecipe("recipe-7").withStatuses(Set.of(RunStatus.FAILED)));
    filters.put(
        "recipe and status (none)",
        all.withRecipe("recipe-8").withStatuses(Set.of(RunStatus.FAILED)));
    filters.put("one principal", all.withPrincipal("user-3"));
    filters.put("common label", all.withLabel("nightly"));
    filters.put("rare label", all.withLabel("rare"));
    filters.put("no such label", all.withLabel("nothing"));
    filters.put("since the middle", all.withTimes(middle, null));
    filters.put("before the middle", all.withTimes(null, middle));
    filters.put(
        "one day long ago", all.withTimes(ManyRuns.FIRST, ManyRuns.FIRST.plus(Duration.ofDays(1))));
    filters.put("text in many", all.withText("recipe-7"));
    filters.put("text in a rare label", all.withText("rar"));
    filters.put("text in none", all.withText("nothing at all"));
    filters.put("text that begins all ids", all.withText("0000"));
    filters.put("text that begins one id", all.withText("00000050-000123"));
    filters.put(
        "text that begins all ids, status (none)",
        all.withText("0000").withStatuses(Set.of(RunStatus.CANCELLED)));
    Map<String, RunQuery> queries = new LinkedHashMap<>();
    filters.forEach((name, filter) -> queries.put(name, RunQuery.latest(PAGE).withFilter(filter)));
    queries.put("page 1000", RunQuery.latest(PAGE).withBeforeNumber(RUNS / 2));
    return queries;
  }

  private static void measure(RunStore store, String name, RunQuery query) {
    List<StoredRun> found = store.records().runs(query);
    print(name + " (" + found.size() + ")", () -> store.records().runs(query));
  }

  private static void measureHistory(RunStore store) {
    print("history of 100", () -> store.records().recipeHistory("recipe-7", 100));
  }

  private static void print(String name, Runnable work) {
    double[] millis = new double[TIMES];
    for (int i = 0; i < TIMES; i++) {
      long start = System.nanoTime();
      work.run();
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    System.out.printf("%-32s min %7.2f ms  median %7.2f ms%n", name, millis[0], millis[TIMES / 2]);
  }
}
