package dev.escarole.engine.inbox;

import dev.escarole.engine.Engine;
import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunFile;
import dev.escarole.engine.store.StepQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts results and processed files where people find them. Confined to the inbox's thread. */
final class Finishing {

  static final String ERROR_ENDING = ".error.txt";

  private static final String DOCUMENT = "result.json";
  private static final String STDOUT = "stdout";
  private static final String LOCK = "names.lock";
  private static final String ARTIFACTS = "artifacts";
  private static final String ROOT = "0";
  private static final int PIECE = 1 << 20;

  /** Failed steps that are looked at: groups come before the leaves in them. */
  private static final int MOST_GROUPS = 200;

  /** Only one engine of this process at a time; see {@link Seat} for why. */
  private static final Object NAMES = new Object();

  private final Engine engine;
  private final InboxHost host;

  Finishing(Engine engine, InboxHost host) {
    this.engine = engine;
    this.host = host;
  }

  /**
   * What is left to do for a claim: its file goes to {@code done} or {@code failed}.
   *
   * @param why it failed; null if it is done
   */
  record Verdict(ClaimedFile claim, @Nullable String why) {}

  /** Writes the result of a run; it survives a crash of the machine once the outbox is synced. */
  Verdict ended(Rooms rooms, HostDirectory seat, ClaimedFile claim, StoredRun run)
      throws IOException {
    String name = FileNames.with(claim.file(), "-" + run.id());
    HostDirectory outbox = rooms.place(Rooms.OUTBOX);
    if (outbox.attributesIfPresent(name) == null) {
      write(seat, claim.result(), run);
      seat.move(claim.result(), outbox, name);
    }
    boolean accepted = Boolean.TRUE.equals(run.accepted());
    return new Verdict(claim, accepted ? null : words(run, name));
  }

  private void write(HostDirectory seat, String name, StoredRun run) throws IOException {
    if (seat.attributesIfPresent(name) != null) {
      Rooms.remove(seat, name);
    }
    seat.createDirectory(name);
    try (HostDirectory result = seat.openDirectory(name)) {
      Rooms.write(result, DOCUMENT, host.document(run.id()));
      String sha256 = run.stdoutSha256();
      byte[] stdout =
          sha256 == null
              ? new byte[0]
              : engine.records().content(sha256).orElseGet(() -> new byte[0]);
      Rooms.write(result, STDOUT, stdout);
      writeArtifacts(result, run.id());
    }
  }

  private void writeArtifacts(HostDirectory result, RunId run) throws IOException {
    Set<String> written = new HashSet<>();
    for (RunFile file : engine.files().of(run)) {
      if (file.kind() == RunFile.Kind.KEPT && written.add(file.path())) {
        writeArtifact(result, file);
      }
    }
  }

  /** Guests choose the paths: each name is opened by itself, in a directory made just now. */
  private void writeArtifact(HostDirectory result, RunFile file) throws IOException {
    String[] parts = file.path().split("/", -1);
    try (Rooms.Chain at = new Rooms.Chain(result)) {
      at.enter(ARTIFACTS);
      for (int i = 0; i < parts.length - 1; i++) {
        at.enter(parts[i]);
      }
      try (OutputStream out = at.create(parts[parts.length - 1])) {
        for (long from = 0; from < file.size(); from += PIECE) {
          byte[] piece =
              engine
                  .records()
                  .contentPart(file.content(), from, PIECE)
                  .orElseThrow(() -> new IOException("'" + file.path() + "' is not stored"));
          out.write(piece);
        }
      }
    }
  }

  private String words(StoredRun run, String result) {
    StringBuilder words = new StringBuilder();
    words.append(
        switch (run.status()) {
          case CANCELLED -> "The run of '%s' was cancelled".formatted(run.recipe());
          case DEGRADED ->
              "The run of '%s' is degraded, and the recipe does not consent to every loss"
                  .formatted(run.recipe());
          default -> "The run of '%s' failed".formatted(run.recipe());
        });
    boolean cancelled = run.status() == RunStatus.CANCELLED;
    String error =
        cancelled ? null : engine.records().firstErrors(run.id(), List.of(ROOT)).get(ROOT);
    words.append(error == null ? "." : ": " + error);
    if (run.error() != null) {
      words.append('\n').append(run.error());
    }
    return words
        .append(cancelled ? "" : firstFailure(run.id()))
        .append("\n\nrun: ")
        .append(run.id())
        .append("\nresult: outbox/")
        .append(result)
        .toString();
  }

  private String firstFailure(RunId run) {
    StepQuery failed =
        StepQuery.first(MOST_GROUPS).withStates(Set.of(StepState.FAILED, StepState.TIMEOUT));
    for (StoredStep step : engine.records().steps(run, failed)) {
      if (!step.argv().isEmpty()) {
        return "\nThe first step that failed: %s (step %s)"
            .formatted(CommandLines.display(step.argv()), step.place().path());
      }
    }
    return "";
  }

  /** Moves a file to where it belongs, and removes its claim. */
  void move(Rooms rooms, HostDirectory seat, Verdict verdict) throws IOException {
    ClaimedFile claim = verdict.claim();
    HostDirectory to = rooms.place(verdict.why() == null ? Rooms.DONE : Rooms.FAILED);
    try (HostDirectory from = seat.openDirectory(claim.id())) {
      synchronized (NAMES) {
        try (FileChannel channel = Rooms.lockable(rooms.place(Rooms.OWN), LOCK);
            FileLock alone = channel.lock()) {
          if (from.attributesIfPresent(claim.file()) != null && alone.isValid()) {
            move(from, to, seat, verdict);
          }
        }
      }
    }
    claim.remove(seat);
  }

  private static void move(
      HostDirectory from, HostDirectory to, HostDirectory seat, Verdict verdict)
      throws IOException {
    ClaimedFile claim = verdict.claim();
    String why = verdict.why();
    byte[] text = why == null ? null : (why.strip() + "\n").getBytes(StandardCharsets.UTF_8);
    String name = claim.file();
    if (isTaken(to, name, text)) {
      name = FileNames.another(name, claim.id().substring(Seat.CLAIM.length()));
    }
    if (text != null) {
      Rooms.writeAnew(seat, claim.error(), text);
      seat.move(claim.error(), to, FileNames.with(name, ERROR_ENDING));
    }
    from.move(claim.file(), to, name);
  }

  /**
   * Whether there is such a file already, or one that is called like the text about its failure or
   * the other way round.
   *
   * @param text null if it did not fail
   */
  private static boolean isTaken(HostDirectory to, String name, byte @Nullable [] text)
      throws IOException {
    if (to.attributesIfPresent(name) != null) {
      return true;
    }
    String error = FileNames.with(name, ERROR_ENDING);
    if (text == null || to.attributesIfPresent(error) == null) {
      return text != null && name.endsWith(ERROR_ENDING);
    }
    // An engine that died after it had moved the text has left the same one.
    return Rooms.stamp(to, error) == null
        || !Arrays.equals(text, Rooms.read(to, error, text.length));
  }
}
