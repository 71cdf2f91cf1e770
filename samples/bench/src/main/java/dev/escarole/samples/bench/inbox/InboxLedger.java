package dev.escarole.samples.bench.inbox;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Holds runs and directories against the files that were dropped: none lost, none twice. */
final class InboxLedger {

  private static final int MOST_RUNS = 10_000;

  private final Path data;
  private final Path inbox;
  private final Map<String, String> written;
  private final List<String> mistakes = new ArrayList<>();
  private int runs;
  private int resumes;

  InboxLedger(Path data, Path inbox, Map<String, String> written) {
    this.data = data;
    this.inbox = inbox;
    this.written = written;
  }

  /** Looks at everything; call it when nothing runs any more. Returns the mistakes. */
  List<String> check() throws IOException {
    Map<String, List<StoredRun>> byFile = new HashMap<>();
    try (RunStore store = RunStore.open(StoreOptions.file(data))) {
      for (StoredRun run : store.records().runs(RunQuery.latest(MOST_RUNS))) {
        Object path = store.records().launch(run.id()).orElseThrow().values().get("file");
        String file = String.valueOf(path).replace("/inputs/", "");
        byFile.computeIfAbsent(file, unused -> new ArrayList<>()).add(run);
        runs++;
        resumes += store.records().resumes(run.id()).size();
      }
    }
    byFile.keySet().stream()
        .filter(file -> !written.containsKey(file))
        .forEach(file -> mistakes.add("a run of a file that nobody wrote: " + file));
    for (Map.Entry<String, String> file : written.entrySet()) {
      check(file.getKey(), file.getValue(), byFile.getOrDefault(file.getKey(), List.of()));
    }
    expect("done", written.size());
    expect("outbox", written.size());
    expect("failed", 0);
    checkLeft();
    return List.copyOf(mistakes);
  }

  private void check(String file, String text, List<StoredRun> ofFile) throws IOException {
    if (ofFile.size() != 1) {
      mistakes.add(file + " has " + ofFile.size() + " runs");
      return;
    }
    StoredRun run = ofFile.get(0);
    if (run.status() != RunStatus.DONE) {
      mistakes.add("%s: run %s is %s".formatted(file, run.id(), run.status().word()));
    }
    Path result = inbox.resolve("outbox").resolve(file + "-" + run.id());
    expectText(result.resolve("stdout"), text);
    expectText(result.resolve("artifacts/copy"), text);
    expectText(inbox.resolve("done").resolve(file), text);
    if (!Files.exists(result.resolve("result.json"))) {
      mistakes.add(file + " has no result.json");
    }
  }

  private void expectText(Path file, String text) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      mistakes.add(file + " is missing");
    } else if (!new String(Files.readAllBytes(file), StandardCharsets.UTF_8).equals(text)) {
      mistakes.add(file + " has another content than was written");
    }
  }

  private void expect(String directory, int count) throws IOException {
    Path path = inbox.resolve(directory);
    int found = 0;
    if (Files.exists(path)) {
      try (Stream<Path> files = Files.list(path)) {
        found = Math.toIntExact(files.count());
      }
    }
    if (found != count) {
      mistakes.add("%s has %d entries, not %d".formatted(directory, found, count));
    }
  }

  /** Nothing waits, and nothing is claimed. */
  private void checkLeft() throws IOException {
    try (Stream<Path> files = Files.walk(inbox)) {
      files
          .filter(Files::isRegularFile)
          .map(inbox::relativize)
          .filter(path -> path.getNameCount() == 1 || path.toString().contains("claim-"))
          .forEach(path -> mistakes.add(path + " is left"));
    }
  }

  String figures() {
    return "%d files, %d runs, %d resumptions".formatted(written.size(), runs, resumes);
  }
}
