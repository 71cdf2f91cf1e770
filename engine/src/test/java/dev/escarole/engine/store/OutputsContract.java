package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ResultCache.Kept;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.RunFiles.FileBytes;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.content.LostContentException;
import dev.escarole.engine.store.content.OutputsAwayException;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreHooks;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.store.output.FaultyOutputs;
import dev.escarole.engine.store.output.FaultyOutputs.Faults;
import dev.escarole.engine.store.output.OutputPlace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Large outputs in a directory, whatever the database. */
@Timeout(300)
abstract class OutputsContract {

  private static final RunId RUN = Runs.id(1);
  private static final int ABOVE = 2000;

  private final Plan plan = Runs.chain(3);
  private final Random random = new Random(7);

  @TempDir Path directory;

  /** The same database each time in a test. */
  abstract StoreOptions options();

  private String address() {
    return FaultyOutputs.address(directory.resolve("outputs"));
  }

  private Faults faults() {
    return FaultyOutputs.at(address());
  }

  private StoreOptions outside() {
    return options().withOutputs(new OutputPlace(address(), ABOVE));
  }

  private RunStore open() {
    return RunStore.open(outside());
  }

  private Content content(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return Content.of(bytes);
  }

  /** The objects, without the mark of the directory. */
  private List<Path> objects() {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("escarole-outputs"))
          .filter(file -> !file.startsWith(directory.resolve("data")))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void store(RunStore store, RunId run, Content stdout) {
    store.create(Runs.newRun(run), plan);
    Runs.leaf(run, plan.step(1), Content.EMPTY, stdout).forEach(store.journal()::record);
    store.journal().flush();
  }

  private static NewRun run(Content stdin) {
    return new NewRun(
        RUN, "operator", Map.of(), "{\"template\": \"cat\"}", stdin, List.of(), Runs.START);
  }

  private static ContentRef stdout(RunStore store, RunId run) {
    return store.records().attempts(run).get(0).stdout();
  }

  private static byte[] read(RunStore store, RunId run) {
    return store.records().contentParts(stdout(store, run)).orElseThrow().toArray();
  }

  private static List<KeptRun> one(RunStore store, RunId run) {
    return store.kept().stream().filter(each -> each.id().equals(run)).toList();
  }

  private void end(RunStore store, RunId run) {
    store.journal().record(Runs.over(run, plan, RunStatus.DONE, Content.EMPTY));
    store.journal().flush();
  }

  @Test
  void outputs_aboveTheThreshold_areOutside_andTheOthersAreInTheDatabase() {
    Content small = content(ABOVE);
    Content large = content(ABOVE + 1);
    try (RunStore store = open()) {
      store(store, RUN, small);
      assertThat(objects()).isEmpty();
      store(store, Runs.id(2), large);
      assertThat(objects()).singleElement().satisfies(file -> assertThat(file).hasSize(ABOVE + 1));
      assertThat(read(store, RUN)).isEqualTo(small.bytes());
      assertThat(read(store, Runs.id(2))).isEqualTo(large.bytes());
    }
  }

  @Test
  void part_ofALargeOutput_isReadWhereverItBeginsAndEnds() {
    Content large = content(600_001);
    try (RunStore store = open()) {
      store(store, RUN, large);
      ContentRef ref = stdout(store, RUN);
      assertThat(store.records().contentSize(ref)).hasValue(600_001);
      assertThat(read(store, RUN)).isEqualTo(large.bytes());
      for (int from : new int[] {0, 1, 262_143, 262_144, 300_000, 524_288, 600_000, 600_001}) {
        for (int length : new int[] {0, 1, 1000, 262_144, 600_001}) {
          byte[] expected =
              Arrays.copyOfRange(large.bytes(), from, Math.min(600_001, from + length));
          assertThat(store.records().contentPart(ref, from, length)).hasValue(expected);
        }
      }
      assertThat(store.records().contentPart(ref, 700_000, 10)).hasValue(new byte[0]);
    }
  }

  @Test
  void input_andResult_andFile_andCachedResult_canBeOutside() throws IOException {
    Content stdin = content(5000);
    Content result = content(6000);
    Content file = content(700_000);
    Content cached = content(7000);
    try (RunStore store = open()) {
      store.create(run(stdin), plan);
      store.files().store(new Bytes(file));
      RunFile kept = new RunFile(RunFile.Kind.KEPT, 0, "a.bin", "all", 700_000, file.sha256());
      assertThat(store.files().keep(RUN, kept)).isTrue();
      Runs.leaf(RUN, plan.step(1), stdin, cached).forEach(store.journal()::record);
      store.journal().record(Runs.over(RUN, plan, RunStatus.DONE, result));
      store.journal().flush();
      store.results().keep("k", new Kept(Output.of(cached.parts(), false), Output.of("")));
    }
    assertThat(objects()).hasSize(4);
    try (RunStore store = open()) {
      assertThat(store.records().launch(RUN).orElseThrow().stdin().bytes())
          .isEqualTo(stdin.bytes());
      assertThat(store.records().content(result.sha256())).hasValue(result.bytes());
      ContentRef ref = store.records().files(RUN).get(0).content();
      assertThat(store.records().contentPart(ref, 690_000, 20_000))
          .hasValue(Arrays.copyOfRange(file.bytes(), 690_000, 700_000));
      assertThat(store.results().find("k").orElseThrow().stdout().parts().toArray())
          .isEqualTo(cached.bytes());
      store.delete(one(store, RUN), id -> {});
      assertThat(objects()).as("what the cache has stays").hasSize(1);
      store.results().clear();
      assertThat(objects()).isEmpty();
    }
  }

  private record Bytes(Content content, String sha256) implements FileBytes {
    Bytes(Content content) {
      this(content, content.sha256());
    }

    @Override
    public long size() {
      return content.size();
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(content.bytes());
    }
  }

  @Test
  void file_thatChangesWhileItIsStored_isNotStored() {
    Content before = content(5000);
    try (RunStore store = open()) {
      Bytes changed = new Bytes(content(5000), before.sha256());
      assertThatThrownBy(() -> store.files().store(changed))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("changed");
      assertThat(objects()).isEmpty();
    }
  }

  @Test
  void sameOutput_ofTwoRuns_isOneObject_andStaysUntilBothAreDeleted() {
    Content same = content(5000);
    try (RunStore store = open()) {
      store(store, RUN, same);
      store(store, Runs.id(2), same);
      assertThat(faults().puts.get()).as("the mark and the output").isEqualTo(2);
      end(store, RUN);
      end(store, Runs.id(2));
      store.delete(one(store, RUN), id -> {});
      assertThat(read(store, Runs.id(2))).isEqualTo(same.bytes());
      assertThat(store.delete(one(store, Runs.id(2)), id -> {}).outputBytes()).isEqualTo(5000);
      assertThat(objects()).isEmpty();
    }
  }

  @Test
  void sameOutput_thatIsDeletedWhileItIsStoredAgain_isKept() {
    Content same = content(5000);
    try (RunStore store = open();
        RunStore other = open2()) {
      store(store, RUN, same);
      end(store, RUN);
      // The writer has seen that the output is stored; then it is deleted.
      store.create(Runs.newRun(Runs.id(2)), plan);
      RunStore deleting = other == null ? store : other;
      Content another = content(6000);
      faults().afterPut =
          () -> {
            faults().afterPut = () -> {};
            deleting.delete(one(deleting, RUN), id -> {});
          };
      Runs.leaf(Runs.id(2), plan.step(1), Content.EMPTY, same).forEach(store.journal()::record);
      Runs.leaf(Runs.id(2), plan.step(2), same, another).forEach(store.journal()::record);
      store.journal().flush();
      assertThat(store.kept()).extracting(KeptRun::id).containsExactly(Runs.id(2));
      assertThat(read(store, Runs.id(2))).isEqualTo(same.bytes());
      assertThat(objects()).hasSize(2);
    }
  }

  /** A second store of the same database; null if only one process can use it. */
  abstract @Nullable RunStore open2();

  @Test
  void output_thatIsMissing_isReportedByName_andWithoutATransientFailure() throws IOException {
    try (RunStore store = open()) {
      store(store, RUN, content(5000));
      Path object = objects().get(0);
      Files.delete(object);
      assertThatThrownBy(() -> read(store, RUN))
          .isInstanceOf(LostContentException.class)
          .hasMessageContaining("of 5,000 bytes is missing in the output store " + directory)
          .hasMessageContaining(object.getFileName().toString())
          .hasMessageContaining("Restore it from a backup")
          .satisfies(lost -> assertThat(((StoreException) lost).isTransient()).isFalse());
    }
  }

  @Test
  void output_thatIsShorterOrDifferent_isReported_andSoundPartsAreRead() throws IOException {
    Content large = content(600_000);
    try (RunStore store = open()) {
      store(store, RUN, large);
      Path object = objects().get(0);
      byte[] bytes = large.bytes().clone();
      bytes[300_000] ^= 1;
      Files.write(object, bytes);
      assertDamaged(store);
      ContentRef ref = stdout(store, RUN);
      assertThat(store.records().contentPart(ref, 0, 1000))
          .hasValue(Arrays.copyOf(large.bytes(), 1000));
      assertThatThrownBy(() -> store.records().contentPart(ref, 300_000, 1))
          .isInstanceOf(LostContentException.class);

      Files.write(object, Arrays.copyOf(large.bytes(), 599_999));
      assertDamaged(store);
      Files.write(object, new byte[0]);
      assertDamaged(store);
      Files.write(object, large.bytes());
      assertThat(read(store, RUN)).isEqualTo(large.bytes());
    }
  }

  private static void assertDamaged(RunStore store) {
    assertThatThrownBy(() -> read(store, RUN))
        .isInstanceOf(LostContentException.class)
        .hasMessageContaining("of 600,000 bytes is damaged in the output store");
  }

  @Test
  void journal_waitsForTheOutputStore_andHealthSaysSo() {
    List<JournalHealth> health = new CopyOnWriteArrayList<>();
    RunStore[] opened = new RunStore[1];
    StoreHooks hooks =
        StoreHooks.NONE.withBeforePause(pause -> health.add(opened[0].journal().health()));
    try (RunStore store = RunStore.open(outside(), hooks)) {
      opened[0] = store;
      store.create(Runs.newRun(RUN), plan);
      faults().failuresToCome.set(2);
      Content large = content(5000);
      Runs.leaf(RUN, plan.step(1), Content.EMPTY, large).forEach(store.journal()::record);
      store.journal().flush();
      assertThat(read(store, RUN)).isEqualTo(large.bytes());
      assertThat(store.journal().health().state()).isEqualTo(JournalHealth.State.RUNNING);
    }
    assertThat(health).hasSize(2);
    assertThat(health.get(0).state()).isEqualTo(JournalHealth.State.PAUSED);
    assertThat(health.get(0).reason())
        .contains("The output store " + directory)
        .contains("the share is away");
  }

  @Test
  void output_thatTheStoreNeverAccepts_endsItsRun_andNoOther() {
    List<RunId> refused = new ArrayList<>();
    try (RunStore store = open()) {
      store.create(Runs.newRun(RUN), plan);
      store.create(Runs.newRun(Runs.id(2)), plan);
      store.journal().onRefusal((run, why) -> refused.add(run));
      faults().refused = 5000;
      Content fine = content(6000);
      Runs.leaf(RUN, plan.step(1), Content.EMPTY, content(5000)).forEach(store.journal()::record);
      Runs.leaf(Runs.id(2), plan.step(1), Content.EMPTY, fine).forEach(store.journal()::record);
      store.journal().flush();
      assertThat(refused).containsOnly(RUN);
      assertThat(read(store, Runs.id(2))).isEqualTo(fine.bytes());
      assertThat(objects()).hasSize(1);
    }
  }

  @Test
  void launch_whileTheOutputStoreIsAway_isRefused_andStoresNothing() {
    try (RunStore store = open()) {
      NewRun run = run(content(5000));
      faults().failuresToCome.set(1);
      assertThatThrownBy(() -> store.create(run, plan))
          .isInstanceOf(OutputsAwayException.class)
          .satisfies(away -> assertThat(((StoreException) away).isTransient()).isTrue());
      assertThat(store.records().run(RUN)).isEmpty();
      store.create(run, plan);
      assertThat(store.records().run(RUN)).isPresent();
    }
  }

  @Test
  void object_thatCouldNotBeDeleted_isSweptAfterADay_andNamedOnesStay() {
    try (RunStore store = open()) {
      store(store, RUN, content(5000));
      store(store, Runs.id(2), content(6000));
      end(store, RUN);
      faults().failuresToCome.set(1);
      store.delete(one(store, RUN), id -> {});
      assertThat(objects()).hasSize(2);
      assertThat(sweepAll(store, Instant.now().plus(Duration.ofHours(23)))).isZero();
      assertThat(sweepAll(store, Instant.now().plus(Duration.ofHours(25)))).isEqualTo(1);
      assertThat(objects()).singleElement().satisfies(file -> assertThat(file).hasSize(6000));
    }
  }

  private static int sweepAll(RunStore store, Instant now) {
    int deleted = 0;
    for (int hour = 0; hour < 24; hour++) {
      deleted += store.sweepOutputs(now);
    }
    return deleted;
  }

  @Test
  void store_withAnotherDirectory_isRefused_andWithTheMovedOneIsNot() throws IOException {
    Content large = content(5000);
    try (RunStore store = open()) {
      store(store, RUN, large);
    }
    Path moved = directory.resolve("moved");
    StoreOptions elsewhere = options().withOutputs(new OutputPlace(moved.toString(), ABOVE));
    assertThatThrownBy(() -> RunStore.open(elsewhere))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("The database keeps large outputs in another place than " + moved)
        .hasMessageContaining("escarole-outputs");
    assertThatThrownBy(() -> RunStore.open(options()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("The database keeps large outputs in " + directory)
        .hasMessageContaining("--outputs");
    Files.delete(moved);
    Files.move(directory.resolve("outputs"), moved);
    try (RunStore store = RunStore.open(elsewhere)) {
      assertThat(read(store, RUN)).isEqualTo(large.bytes());
    }
  }

  @Test
  void directory_thatIsNotMountedAnyMore_isAway_notEmpty() throws IOException {
    try (RunStore store = open()) {
      store(store, RUN, content(5000));
      Files.move(directory.resolve("outputs"), directory.resolve("gone"));
      Files.createDirectory(directory.resolve("outputs"));
      assertThatThrownBy(() -> read(store, RUN)).isInstanceOf(OutputsAwayException.class);
    }
  }

  @Test
  void store_thatKeepsNothingOutside_canBeGivenUp() {
    try (RunStore store = open()) {
      store(store, RUN, content(ABOVE));
    }
    try (RunStore store = RunStore.open(options())) {
      assertThat(read(store, RUN)).hasSize(ABOVE);
    }
    Path other = directory.resolve("other");
    try (RunStore store =
        RunStore.open(options().withOutputs(new OutputPlace(other.toString(), ABOVE)))) {
      store(store, Runs.id(2), content(5000));
      assertThat(objects()).singleElement().satisfies(file -> assertThat(file).startsWith(other));
    }
  }
}
