package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.audit.AuditQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed while one of its commands waits for the response to a POST. */
@Timeout(300)
class KilledRequestTest {

  private static final int POST = 2;

  @TempDir Path directory;

  @Test
  void a_post_under_way_is_sent_again_when_its_run_is_resumed_and_not_before() throws Exception {
    try (Receiver server = new Receiver()) {
      String origin = "http://127.0.0.1:" + server.port();
      Files.writeString(
          directory.resolve("policy.yaml"),
          """
          principals:
            operator:
              http: ["GET,POST %s"]
              http_private: ["127.0.0.1:%d"]
          """
              .formatted(origin, server.port()));
      server.answer =
          (socket, out) ->
              (server.sent.size() < POST ? Receiver.text("draft") : Receiver.silence())
                  .to(socket, out);
      try (ChildJvm child = ChildJvm.start(RequestVictim.class, directory.toString(), origin)) {
        assertThat(child.line()).isEqualTo("POSTS");
        assertThat(server.next().head()).startsWith("GET /draft ");
        assertThat(server.next().head()).startsWith("POST /send ");
      }
      server.answer = Receiver.text("received");
      EngineOptions options = RequestVictim.options(directory);
      try (Engine engine = Engine.open(options.withRecovery(Recovery.onRequest()))) {
        RunId id = engine.interrupted().iterator().next();
        assertThat(engine.records().attempts(id))
            .as("the end of the POST is not on record")
            .extracting(StoredAttempt::stepIndex)
            .containsExactly(1);
        assertThat(engine.records().steps(id).get(POST).progress().state())
            .isEqualTo(StepState.RUNNING);
        assertThat(requests(engine)).containsExactly("GET " + origin + "/draft: 200, 5 bytes");
        assertThat(server.sent).as("looking repeats nothing").hasSize(POST);

        RunResult result = engine.resume(id, event -> {}).await();
        assertThat(result.status()).isEqualTo(RunStatus.DONE);
        assertThat(result.stdout().text()).isEqualTo("received");
        assertThat(server.sent).hasSize(POST + 1);
        assertThat(server.sent.subList(1, POST + 1))
            .as("by which a receiver can drop the second one")
            .allSatisfy(
                each -> {
                  assertThat(each.field("Idempotency-Key")).isEqualTo(id.value());
                  assertThat(each.text()).isEqualTo("draft");
                });
        assertThat(engine.records().attempts(id))
            .as("the same attempt")
            .extracting(StoredAttempt::attempt)
            .containsExactly(1, 1);
        assertThat(engine.records().resumes(id))
            .as("the repetition is on record")
            .singleElement()
            .satisfies(each -> assertThat(each.leavesAgain()).isEqualTo(1));
        assertThat(requests(engine))
            .containsExactly(
                "POST " + origin + "/send: 200, 8 bytes", "GET " + origin + "/draft: 200, 5 bytes");
      }
    }
  }

  /** Newest first. */
  private static List<String> requests(Engine engine) {
    return engine.audit().calls(AuditQuery.latest(100)).stream()
        .filter(each -> each.entry().command().equals("http:request"))
        .map(each -> each.entry().outcome().detail())
        .toList();
  }
}
