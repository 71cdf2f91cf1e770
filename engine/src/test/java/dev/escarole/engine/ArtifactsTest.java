package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.files.FileReading;
import dev.escarole.engine.files.WorkspaceEntry;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.KeepReport;
import dev.escarole.engine.store.KeepReport.KeepProblem;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.RunFile;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of workspaces that are kept, with real database, workers and sandbox. */
@Timeout(300)
class ArtifactsTest {

  private static final String REPORT =
      "{\"artifacts\": {\"report\": \"out/{day}-*.md\", \"none\": \"*.csv\"}, \"template\":"
          + " [\"mkdir out\", \"echo hello\", \"tee out/{day}-a.md\", \"tee out/{day}-b.md\","
          + " \"tee out/other.txt\"]}";

  private static final int DEEPEST = 64;

  @TempDir Path directory;

  private Engine engine = Engine.open(EngineOptions.inMemory());

  @AfterEach
  void close() {
    engine.close();
  }

  private static Recipe recipe(String json) {
    return new RecipeReader().read(json, "artifacts.json");
  }

  private interface Making {
    void in(Path workspace) throws IOException;
  }

  /** Runs a recipe that finds files in its workspace as if commands had made them. */
  private RunResult run(String json, Making files) throws InterruptedException {
    CompletableFuture<Void> made = new CompletableFuture<>();
    return engine.run(
        RunRequest.of(recipe(json))
            .listener(
                event -> {
                  if (event instanceof RunEvent.RunStarted && made.complete(null)) {
                    try {
                      files.in(engine.workspace(event.run()));
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }
                })
            .build());
  }

  private static String keeping(String pattern) {
    return "{\"artifacts\": {\"all\": \"" + pattern + "\"}, \"template\": \"echo done\"}";
  }

  private KeepReport report(RunId run, int number) {
    return engine.files().reports(run).orElseThrow().get(number);
  }

  private List<String> paths(RunId run) {
    return engine.files().of(run).stream().map(RunFile::path).toList();
  }

  private byte[] bytes(RunFile file) {
    return engine.records().content(file.sha256()).orElseThrow();
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void matching_files_are_kept_when_the_run_ends_and_a_pattern_without_files_is_told()
      throws Exception {
    RunResult result = engine.run(RunRequest.of(recipe(REPORT)).value("day", "monday").build());
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    assertThat(engine.files().of(result.run()))
        .allSatisfy(
            file -> {
              assertThat(file.artifact()).isEqualTo("report");
              assertThat(file.kind()).isEqualTo(RunFile.Kind.KEPT);
              assertThat(file.size()).isEqualTo(6);
              assertThat(file.sha256()).isEqualTo(Content.of("hello\n").sha256());
              assertThat(new String(bytes(file), StandardCharsets.UTF_8)).isEqualTo("hello\n");
            })
        .extracting(RunFile::path)
        .containsExactly("out/monday-a.md", "out/monday-b.md");
    assertThat(engine.files().reports(result.run()).orElseThrow())
        .containsExactly(
            new KeepReport("report", "out/monday-*.md", 2, 2, 12, List.of(), 0),
            new KeepReport("none", "*.csv", 0, 0, 0, List.of(), 0));
  }

  @Test
  void facts_of_the_run_stand_in_patterns() throws Exception {
    RunResult result =
        engine.run(
            RunRequest.of(
                    recipe(
                        "{\"artifacts\": {\"mine\": \"{run_id}.txt\"}, \"template\": [\"echo a\","
                            + " \"tee {run_id}.txt\"]}"))
                .build());
    assertThat(paths(result.run())).containsExactly(result.run() + ".txt");
    assertThat(engine.records().wantedFiles(result.run()).get(0).pattern())
        .isEqualTo(result.run() + ".txt");
  }

  @Test
  void a_failed_and_a_degraded_run_keep_files_and_a_cancelled_one_does_not() throws Exception {
    RunResult failed =
        run(
            "{\"artifacts\": {\"a\": \"*\"}, \"failure\": \"root\", \"template\": \"cat /none\"}",
            workspace -> Files.writeString(workspace.resolve("a"), "x"));
    assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
    assertThat(paths(failed.run())).containsExactly("a");

    RunResult degraded =
        run(
            "{\"artifacts\": {\"a\": \"*\"}, \"template\": [\"cat /none\", \"echo b\"]}",
            workspace -> Files.writeString(workspace.resolve("a"), "x"));
    assertThat(degraded.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(paths(degraded.run())).containsExactly("a");

    RunHandle cancelled =
        engine.start(
            RunRequest.of(
                    recipe(
                        "{\"artifacts\": {\"a\": \"*\"}, \"template\": [\"echo a\", \"tee a\","
                            + " \"sleep 60\"]}"))
                .build());
    cancelled.cancel();
    assertThat(cancelled.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(engine.files().of(cancelled.id())).isEmpty();
    assertThat(engine.files().reports(cancelled.id())).isEmpty();
  }

  /** Guests make the files: nothing that they make is to lead out of the workspace, or to block. */
  @Test
  void links_and_pipes_are_not_followed_and_are_told() throws Exception {
    Path outside = Files.createDirectories(directory.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "secret");
    RunResult result =
        run(
            keeping("**"),
            workspace -> {
              Files.createSymbolicLink(workspace.resolve("file"), outside.resolve("secret"));
              Files.createSymbolicLink(workspace.resolve("dir"), outside);
              Files.createSymbolicLink(workspace.resolve("loop"), workspace);
              Files.createSymbolicLink(workspace.resolve("dangling"), Path.of("nowhere"));
              pipe(workspace.resolve("pipe"));
              Files.writeString(workspace.resolve("real"), "real");
            });
    assertThat(paths(result.run())).containsExactly("real");
    assertThat(report(result.run(), 0).problems())
        .containsExactly(
            new KeepProblem("dangling", "it is a symbolic link"),
            new KeepProblem("dir", "it is a symbolic link"),
            new KeepProblem("file", "it is a symbolic link"),
            new KeepProblem("loop", "it is a symbolic link"),
            new KeepProblem("pipe", "it is not a regular file"));
  }

  private static void pipe(Path path) throws IOException {
    try {
      assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void hostile_names_are_kept_as_they_are() throws Exception {
    List<String> names =
        List.of(
            " ",
            "-rf",
            "<script>alert(1)<",
            "a\nb",
            "a\u001b[31mred",
            "a\u202etxt.exe",
            "quote\"'`$(x)",
            "\u00e4\ud83d\ude00",
            "x".repeat(255));
    RunResult result =
        run(
            keeping("*"),
            workspace -> {
              for (String name : names) {
                Files.writeString(workspace.resolve(name), name);
              }
            });
    assertThat(paths(result.run())).containsExactlyInAnyOrderElementsOf(names);
    assertThat(report(result.run(), 0).problems()).isEmpty();
    for (RunFile file : engine.files().of(result.run())) {
      assertThat(new String(bytes(file), StandardCharsets.UTF_8)).isEqualTo(file.path());
    }
  }

  @Test
  void directories_deeper_than_is_searched_are_told() throws Exception {
    RunResult result =
        run(
            keeping("**"),
            workspace -> {
              Path deep = workspace;
              for (int i = 0; i < DEEPEST + 2; i++) {
                deep = deep.resolve("d");
                Files.createDirectory(deep);
                Files.writeString(deep.resolve("f"), "x");
              }
            });
    assertThat(paths(result.run())).hasSize(DEEPEST);
    assertThat(report(result.run(), 0).problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.why()).contains("64 levels"));
  }

  @Test
  void a_large_file_is_kept_in_parts_and_equal_bytes_are_kept_once() throws Exception {
    byte[] large = new byte[9 << 20];
    new Random(1).nextBytes(large);
    Making making = workspace -> Files.write(workspace.resolve("large"), large);
    RunResult first = run(keeping("large"), making);
    RunFile file = engine.files().of(first.run()).get(0);
    assertThat(file.sha256()).isEqualTo(sha256(large));
    assertThat(bytes(file)).isEqualTo(large);
    long before = engine.housekeeping().storage().database().bytes();

    RunResult second = run(keeping("large"), making);
    assertThat(engine.files().of(second.run()).get(0).sha256()).isEqualTo(file.sha256());
    assertThat(engine.housekeeping().storage().database().bytes()).isLessThan(before + (4 << 20));

    assertThat(engine.housekeeping().delete(Set.of(first.run())).outputBytes()).isLessThan(1 << 20);
    assertThat(bytes(file)).isEqualTo(large);
    assertThat(engine.housekeeping().prune(Retention.ALL.withMaxRuns(0)).outputBytes())
        .isGreaterThanOrEqualTo(large.length);
    assertThat(engine.records().content(file.sha256())).isEmpty();
    assertThat(engine.files().of(second.run())).isEmpty();
  }

  @Test
  void kept_files_count_for_the_size_of_their_run() throws Exception {
    RunResult result =
        run(keeping("a"), workspace -> Files.write(workspace.resolve("a"), new byte[1 << 20]));
    assertThat(engine.housekeeping().prunable(Retention.ALL.withMaxBytes(1 << 20)))
        .singleElement()
        .satisfies(run -> assertThat(run.id()).isEqualTo(result.run()));
  }

  @Test
  void what_is_over_a_limit_is_told_and_nothing_else_is_lost() throws Exception {
    engine.close();
    Map<String, String> limits =
        Map.of("escarole.artifact-files", "3", "escarole.artifact-size", "1");
    limits.forEach(System::setProperty);
    try {
      engine = Engine.open(EngineOptions.inMemory());
    } finally {
      limits.keySet().forEach(System::clearProperty);
    }
    RunResult many =
        run(
            keeping("*"),
            workspace -> {
              for (int i = 0; i < 30; i++) {
                Files.writeString(workspace.resolve("f" + (10 + i)), "x");
              }
            });
    assertThat(paths(many.run())).containsExactly("f10", "f11", "f12");
    KeepReport report = report(many.run(), 0);
    assertThat(report.matches()).isEqualTo(30);
    assertThat(report.files()).isEqualTo(3);
    assertThat(report.problems()).hasSize(KeepReport.MOST_LISTED);
    assertThat(report.problems().get(0))
        .isEqualTo(new KeepProblem("f13", "a run keeps at most 3 files (artifact-files)"));
    assertThat(report.more()).isEqualTo(7);

    RunResult large =
        run(
            keeping("*"),
            workspace -> {
              Files.write(workspace.resolve("a-huge"), new byte[(1 << 20) + 1]);
              Files.write(workspace.resolve("b-fits"), new byte[1 << 19]);
              Files.write(workspace.resolve("c-not-any-more"), new byte[(1 << 19) + 1]);
            });
    assertThat(paths(large.run())).containsExactly("b-fits");
    assertThat(report(large.run(), 0).problems())
        .extracting(KeepProblem::path)
        .containsExactly("a-huge", "c-not-any-more");
    assertThat(report(large.run(), 0).problems().get(0).why())
        .isEqualTo(
            "it has 1,048,577 bytes; a run keeps at most 1,048,576 bytes (artifact-size), of which"
                + " 0 are used");
  }

  @Test
  void a_hundred_thousand_files_are_searched_and_the_rest_is_told() throws Exception {
    RunResult result =
        run(
            "{\"artifacts\": {\"all\": \"many/*\", \"one\": \"last\"}, \"template\": \"echo a\"}",
            workspace -> {
              Path many = Files.createDirectory(workspace.resolve("many"));
              for (int i = 0; i < 100_000; i++) {
                Files.createFile(many.resolve("f" + i));
              }
              Files.writeString(workspace.resolve("last"), "x");
            });
    assertThat(report(result.run(), 0).matches()).isEqualTo(100_000);
    assertThat(report(result.run(), 0).files()).isEqualTo(1_000);
    assertThat(report(result.run(), 0).more() + KeepReport.MOST_LISTED).isEqualTo(99_000);
    assertThat(report(result.run(), 1).problems()).hasSize(1);
  }

  @Test
  void a_rerun_keeps_the_files_of_kept_steps_too() throws Exception {
    Path late = directory.resolve("late");
    Recipe recipe =
        recipe(
            "{\"artifacts\": {\"all\": \"*.txt\"}, \"failure\": \"root\", \"template\": [\"echo a\","
                + " \"tee a.txt\", {\"failure\": \"root\", \"template\": \"cat /data/late\"},"
                + " \"tee b.txt\"]}");
    RunResult first =
        engine.run(
            RunRequest.of(recipe)
                .directories(
                    List.of(
                        dev.escarole.engine.command.DirectoryGrant.parse(directory + "::/data:ro")))
                .build());
    assertThat(paths(first.run())).containsExactly("a.txt");
    Files.writeString(late, "b");
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.FAILED)).await();
    assertThat(again.status()).isEqualTo(RunStatus.DONE);
    assertThat(paths(again.run())).containsExactly("a.txt", "b.txt");
    assertThat(paths(first.run())).containsExactly("a.txt");
  }

  @Test
  void the_workspace_is_listed_and_read_without_following_links() throws Exception {
    Path outside = Files.writeString(directory.resolve("outside"), "secret");
    RunResult result =
        run(
            "\"echo a\"",
            workspace -> {
              Files.createDirectory(workspace.resolve("d"));
              Files.writeString(workspace.resolve("d/f"), "text");
              Files.createSymbolicLink(workspace.resolve("l"), outside);
              Files.createSymbolicLink(workspace.resolve("up"), directory);
              pipe(workspace.resolve("p"));
            });
    FileReading files = engine.files();
    assertThat(files.list(result.run(), List.of()).entries())
        .extracting(entry -> entry.name() + " " + entry.kind() + " " + entry.size())
        .containsExactly("d directory 0", "l link 0", "p other 0", "up link 0");
    assertThat(files.list(result.run(), List.of("d")).entries())
        .extracting(WorkspaceEntry::name)
        .containsExactly("f");
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    files.read(result.run(), List.of("d", "f")).open().transferTo(read);
    assertThat(read.toString(StandardCharsets.UTF_8)).isEqualTo("text");
    for (List<String> path :
        List.of(
            List.of("l"),
            List.of("p"),
            List.of("d"),
            List.of("up", "outside"),
            List.of("..", "..", "outside"),
            List.of("d", "..", "l"),
            List.of(""),
            List.<String>of(),
            List.of("none"))) {
      assertThat(readable(files, result.run(), path)).as("%s", path).isFalse();
    }
  }

  private static boolean readable(FileReading files, RunId run, List<String> path) {
    try {
      files.read(run, path);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void a_file_that_changes_while_it_is_read_again_is_not_passed_off_as_the_first_one()
      throws Exception {
    RunResult result =
        run("\"echo a\"", workspace -> Files.writeString(workspace.resolve("f"), "first"));
    var file = engine.files().read(result.run(), List.of("f"));
    Files.writeString(engine.workspace(result.run()).resolve("f"), "other");
    try (var in = file.open()) {
      assertThat(org.assertj.core.api.Assertions.catchThrowable(in::readAllBytes))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("changed");
    }
  }

  @Test
  void the_plan_tells_and_its_hash_covers_what_is_kept() {
    RunRequest monday = RunRequest.of(recipe(REPORT)).value("day", "monday").build();
    assertThat(engine.plan(monday).artifacts())
        .extracting(each -> each.name() + " " + each.pattern())
        .containsExactly("report out/monday-*.md", "none *.csv");
    RunRequest other =
        RunRequest.of(recipe(REPORT.replace("*.csv", "*.tsv"))).value("day", "monday").build();
    assertThat(engine.plan(other).hash()).isNotEqualTo(engine.plan(monday).hash());
    assertThat(
            List.of(keeping("a"), keeping("b")).stream()
                .map(json -> engine.plan(RunRequest.of(recipe(json)).build()).hash())
                .collect(Collectors.toSet()))
        .hasSize(2);
  }
}
