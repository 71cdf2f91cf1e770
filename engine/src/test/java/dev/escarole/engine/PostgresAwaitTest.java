package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.await.AwaitAnswer;
import dev.escarole.engine.store.await.AwaitAnswer.Result;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.recipe.RecipeReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps that wait, with two engines on one real PostgreSQL. */
@Timeout(300)
class PostgresAwaitTest {

  private static final Maintenance.Intervals OFTEN =
      new Maintenance.Intervals(Duration.ofMillis(20), Duration.ofHours(1), Duration.ofHours(1));

  private static RunHandle start(Engine engine, String recipe) {
    return engine.start(RunRequest.of(new RecipeReader().read(recipe, "await.json")).build());
  }

  @Test
  void engine_notices_what_was_decided_through_another_one() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    try (Engine one = Engine.open(options, OFTEN);
        Engine two = Engine.open(options, OFTEN)) {
      RunHandle run = start(one, "[\"echo draft\", {\"await\": \"approval\"}, \"cat\"]");
      StoredAwait await = AwaitTest.opened(two, run.id(), "0.1");
      assertThat(two.decisions().decide(await.key(), "ann", true, "a\0b").orElseThrow().counts())
          .isTrue();
      RunResult result = run.await();
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("draft\n");
      RunHandle call = start(one, "{\"await\": \"callback\"}");
      StoredAwait callback = AwaitTest.opened(two, call.id(), "0");
      String token = one.decisions().token(callback).orElseThrow();
      assertThat(two.decisions().token(callback)).contains(token);
      byte[] body = {0, -1, 10};
      assertThat(two.decisions().call(token, body).orElseThrow().counts()).isTrue();
      assertThat(call.await().stdout().bytes()).isEqualTo(body);
    }
  }

  @Test
  void of_decisions_through_two_engines_at_once_exactly_one_counts() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    ExecutorService people = Executors.newFixedThreadPool(8);
    try (Engine one = Engine.open(options, OFTEN);
        Engine two = Engine.open(options, OFTEN)) {
      RunHandle run = start(one, "[{\"await\": \"approval\"}, \"echo on\"]");
      StoredAwait await = AwaitTest.opened(one, run.id(), "0.0");
      List<Callable<AwaitAnswer>> all = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        Engine engine = i % 2 == 0 ? one : two;
        boolean approves = i % 4 < 2;
        String who = "p" + i;
        all.add(() -> engine.decisions().decide(await.key(), who, approves, "").orElseThrow());
      }
      List<Result> results = new ArrayList<>();
      for (Future<AwaitAnswer> answer : people.invokeAll(all)) {
        results.add(answer.get().result());
      }
      assertThat(results).filteredOn(Result.COUNTED::equals).hasSize(1);
      assertThat(results).containsOnly(Result.COUNTED, Result.ENDED);
      boolean approved = one.decisions().of(run.id()).get(0).decisions().get(0).approves();
      assertThat(run.await().status()).isEqualTo(approved ? RunStatus.DONE : RunStatus.FAILED);
    } finally {
      people.shutdownNow();
    }
  }
}
