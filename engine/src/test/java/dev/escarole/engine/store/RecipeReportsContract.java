package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the runs of a recipe tell about it, whatever the database. */
abstract class RecipeReportsContract {

  private static final Plan PLAN = Runs.plan("{\"name\": \"a\", \"template\": \"echo hi\"}");
  private static final LocalDate DAY = LocalDate.parse("2026-11-21");

  private RunStore store;

  /** A new, empty database. */
  abstract StoreOptions options();

  @BeforeEach
  void open() {
    store = RunStore.open(options());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private RunId stored(int number, String text, String principal, Instant start) {
    RunId id = Runs.id(number);
    store.create(new NewRun(id, principal, Map.of(), text, Content.EMPTY, List.of(), start), PLAN);
    return id;
  }

  private void end(RunId id, RunStatus status, Duration after) {
    RunEvent.RunEnded end = Runs.over(id, Runs.chain(1), status, Content.of("out"));
    Instant at = store.records().run(id).orElseThrow().startedAt().plus(after);
    store.journal().record(new RunEvent.RunEnded(id, at, end.result(), null));
    store.journal().flush();
  }

  @Test
  void runs_are_counted_by_their_day_in_utc_and_by_status() {
    Instant late = Instant.parse("2026-11-21T23:59:59.999Z");
    end(stored(1, "t", "ada", late.minus(Duration.ofDays(1))), RunStatus.DONE, Duration.ZERO);
    end(stored(2, "t", "ada", late), RunStatus.DONE, Duration.ZERO);
    end(stored(3, "t", "ada", late), RunStatus.DEGRADED, Duration.ZERO);
    end(stored(4, "t", "ada", late.plusMillis(1)), RunStatus.FAILED, Duration.ZERO);
    stored(5, "t", "ada", late.plusMillis(2));

    RecipeDays days = store.records().recipeDays("a", DAY);
    assertThat(days.from()).isEqualTo(DAY);
    assertThat(days.days())
        .containsExactly(
            new RecipeDays.Day(DAY, Map.of(RunStatus.DONE, 1, RunStatus.DEGRADED, 1)),
            new RecipeDays.Day(DAY.plusDays(1), Map.of(RunStatus.FAILED, 1, RunStatus.RUNNING, 1)));
    assertThat(store.records().recipeDays("b", DAY).days()).isEmpty();
  }

  @Test
  void texts_of_runs_are_told_once_each_and_only_those_of_a_principal_if_wanted() {
    Instant at = Runs.START;
    RunId first = stored(1, "one", "ada", at);
    RunId second = stored(2, "two", "bob", at.plusSeconds(1));
    RunId third = stored(3, "one", "ada", at.plusSeconds(2));

    assertThat(store.records().recipeTexts("a", null))
        .containsExactly(
            new RecipeText(
                Content.of("one").sha256(), "one", 2, first, at, third, at.plusSeconds(2)),
            new RecipeText(
                Content.of("two").sha256(),
                "two",
                1,
                second,
                at.plusSeconds(1),
                second,
                at.plusSeconds(1)));
    assertThat(store.records().recipeTexts("a", "bob"))
        .extracting(RecipeText::text)
        .containsExactly("two");
    assertThat(store.records().recipeTexts("b", null)).isEmpty();
  }

  @Test
  void slow_duration_is_one_that_at_most_one_in_twenty_exceeds() {
    for (int number = 1; number <= 40; number++) {
      RunId id = stored(number, "t", "ada", Runs.START);
      end(id, number == 1 ? RunStatus.FAILED : RunStatus.DONE, Duration.ofSeconds(number));
    }
    // Of 39 runs that took 2 to 40 s: the failed one is not counted.
    assertThat(store.records().recipeHistory("a", 100).slowDuration())
        .isEqualTo(Duration.ofSeconds(39));
    assertThat(store.records().recipeHistory("a", 1).slowDuration())
        .isEqualTo(Duration.ofSeconds(40));
    assertThat(store.records().recipeHistory("b", 1).slowDuration()).isNull();
  }
}
