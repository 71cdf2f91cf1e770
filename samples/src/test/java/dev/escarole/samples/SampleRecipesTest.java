package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.await.StoredAwait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every sample with a result that never changes, and compares all that it says. */
class SampleRecipesTest {

  private static Engine engine;

  @BeforeAll
  static void open() {
    engine = Engine.open(EngineOptions.inMemory());
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  static List<Sample> samples() throws IOException {
    return Sample.withExpectedResult();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sample_run_endsAsExpected(Sample sample) throws IOException, InterruptedException {
    Expected expected = sample.expected();

    RunResult result = sample.run(engine, expected.request());

    assertThat(result.output().value()).isEqualTo(sample.expectedText());
    assertThat(result.status().word()).isEqualTo(expected.status());
    assertThat(result.steps().get(0).outcome().exitCode()).isEqualTo(expected.exitCode());
    assertThat(result.joins().stream().map(SampleRecipesTest::join))
        .containsExactlyElementsOf(expected.joins());
    assertThat(result.failures().stream().map(SampleRecipesTest::failure))
        .containsExactlyElementsOf(expected.failures());
    if (expected.attempts() != null) {
      assertThat(result.attempts()).hasSize(expected.attempts());
    }
    Map<String, String> files = expected.files() == null ? Map.of() : expected.files();
    for (Map.Entry<String, String> file : files.entrySet()) {
      assertThat(engine.workspace(result.run()).resolve(file.getKey())).hasContent(file.getValue());
    }
  }

  @Test
  void everySample_recipe_hasNoWarnings() throws IOException {
    assertThat(Sample.all()).allSatisfy(sample -> assertThat(sample.recipe().warnings()).isEmpty());
  }

  @Test
  void releaseCheck_tooLittleCoverage_failsTheRun() throws IOException, InterruptedException {
    RunResult result =
        Sample.named("release-check")
            .run(engine, values(Map.of("version", "1.2.3", "coverage", "50")));

    assertThat(result.status().word()).isEqualTo("failed");
    assertThat(result.stdout().text()).isEmpty();
  }

  @Test
  void releaseCheck_dryRunWithoutNotes_skipsWhatIsRuledOut()
      throws IOException, InterruptedException {
    RunResult result =
        Sample.named("release-check")
            .run(engine, values(Map.of("version", "1.2.3", "notes", false)));

    assertThat(result.status().word()).isEqualTo("done");
    assertThat(result.joins().get(0).skipped()).isEqualTo(1);
    assertThat(result.stdout().text()).startsWith("Would release 1.2.3 to beta.");
  }

  @Test
  void releaseWithApproval_builtAndApprovedByTwo_isPublished()
      throws IOException, InterruptedException {
    Sample sample = Sample.named("release-with-approval");
    RunHandle run = engine.start(RunRequest.of(sample.recipe()).value("version", "1.2.3").build());

    StoredAwait build = opened(run, "0.0");
    String token = engine.decisions().token(build).orElseThrow();
    byte[] report = sample.expectedText().getBytes(StandardCharsets.UTF_8);
    assertThat(engine.decisions().call(token, report).orElseThrow().counts()).isTrue();
    StoredAwait signOff = opened(run, "0.1");
    for (String person : List.of("ann", "bob")) {
      assertThat(engine.decisions().decide(signOff.key(), person, true, "").orElseThrow().counts())
          .isTrue();
    }

    assertThat(run.await().stdout().text()).isEqualTo(sample.expectedText());
    assertThat(engine.workspace(run.id()).resolve("release-1.2.3.txt")).hasBinaryContent(report);
  }

  @Test
  void releaseWithApproval_rejected_publishesNothing() throws IOException, InterruptedException {
    RunHandle run =
        engine.start(
            RunRequest.of(Sample.named("release-with-approval").recipe())
                .value("version", "1.2.3")
                .build());

    String token = engine.decisions().token(opened(run, "0.0")).orElseThrow();
    assertThat(engine.decisions().call(token, new byte[0])).isPresent();
    assertThat(engine.decisions().decide(opened(run, "0.1").key(), "ann", false, "no")).isPresent();

    assertThat(run.await().status().word()).isEqualTo("failed");
    assertThat(engine.workspace(run.id()).resolve("release-1.2.3.txt")).doesNotExist();
  }

  private static StoredAwait opened(RunHandle run, String path) {
    Optional<StoredAwait> await = Optional.empty();
    while (await.isEmpty()) {
      Thread.onSpinWait();
      await = engine.decisions().last(run.id(), path);
    }
    return await.get();
  }

  @Test
  void pages_threeTitles_writesARing() throws IOException, InterruptedException {
    RunResult result =
        Sample.named("pages").run(engine, values(Map.of("titles", List.of("One", "Two", "Three"))));

    assertThat(Files.readString(engine.workspace(result.run()).resolve("pages/page03.html")))
        .isEqualTo(
            """
            <h1>Three</h1>
            <p>Page 3 of 3</p>
            <a rel=prev href=page02.html>back</a>
            <a rel=next href=page01.html>on</a>
            """);
  }

  @Test
  void nightlyReport_itsFiles_areKeptAndTheMissingOneIsTold()
      throws IOException, InterruptedException {
    RunResult result = Sample.named("nightly-report").run(engine, values(Map.of("top", 3)));

    assertThat(engine.files().of(result.run()).stream().map(file -> file.path()))
        .containsExactly("out/report.md", "out/counts.csv");
    assertThat(engine.files().reports(result.run()).orElseThrow().get(2).matches()).isZero();
  }

  private static Expected.Request values(Map<String, Object> values) {
    return new Expected.Request(values, null, null);
  }

  private static Expected.Join join(Join join) {
    Join.Verdict verdict = join.verdict();
    return new Expected.Join(
        join.path(), join.label(), join.coverage(), verdict == null ? null : verdict.word());
  }

  private static Expected.Failure failure(RunResult.Failure failure) {
    return new Expected.Failure(
        failure.path(), failure.outcome().word(), failure.outcome().exitCode());
  }
}
