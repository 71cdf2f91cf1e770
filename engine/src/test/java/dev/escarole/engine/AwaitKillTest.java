package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.await.AwaitAnswer;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.engine.store.await.StoredDecision;
import dev.escarole.engine.store.outbox.DeliveryFilter;
import dev.escarole.engine.store.outbox.StoredDelivery;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An approval whose engine is killed again and again. */
@Timeout(300)
class AwaitKillTest {

  @TempDir Path directory;

  @Test
  void approval_waits_through_three_kills_and_loses_no_decision() throws Exception {
    String id = "";
    String[] people = {"ann", "bob", "cid"};
    for (int i = 0; i < people.length; i++) {
      try (ChildJvm child = ChildJvm.start(AwaitVictim.class, directory.toString(), people[i])) {
        String line = child.line();
        assertThat(line).isNotNull().endsWith(" " + (i + 1));
        String run = line.substring(0, line.indexOf(' '));
        assertThat(id).isIn("", run);
        id = run;
      }
    }
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      StoredAwait await = AwaitTest.opened(engine, new RunId(id), "0.1");
      assertThat(await.decisions())
          .extracting(StoredDecision::principal)
          .containsExactly("ann", "bob", "cid");
      assertThat(engine.decisions().decide(await.key(), "ann", true, "").orElseThrow().result())
          .isEqualTo(AwaitAnswer.Result.DECIDED_BEFORE);
      engine.decisions().decide(await.key(), "dan", true, "");
      RunResult result = engine.resumed().get(0).await();
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("draft\n");
      assertThat(engine.records().attempts(new RunId(id))).hasSize(3);
      assertThat(OutboxAccess.outbox(engine).list(DeliveryFilter.ALL, Long.MAX_VALUE, 10))
          .as("who is told that it waits is told once")
          .extracting(StoredDelivery::event)
          .containsExactly("waiting");
    }
  }
}
