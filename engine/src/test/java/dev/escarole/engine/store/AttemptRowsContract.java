package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.content.InlineContents;
import dev.escarole.engine.store.database.StoreOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the rows of attempts hold besides: small outputs and changes of steps. */
@Timeout(300)
abstract class AttemptRowsContract {

  private static final RunId RUN = Runs.id(1);

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

  private byte[] bytes(ContentRef ref) {
    return store.records().contentParts(ref).orElseThrow().toArray();
  }

  @Test
  void outputs_aroundTheLimitOfInlineOnes_areReadAsTheyWere() {
    Plan plan = Runs.chain(1);
    store.create(Runs.newRun(RUN), plan);
    Random random = new Random(5);
    List<byte[]> outputs = new ArrayList<>();
    int most = InlineContents.MOST_BYTES;
    for (int size : new int[] {0, 1, 2, most - 1, most, most, most + 1, most + 2, 200_000}) {
      byte[] output = new byte[size];
      random.nextBytes(output);
      outputs.add(output);
    }
    outputs.add(outputs.get(4));
    outputs.add(new byte[] {0, (byte) 0xff, 0, '\n'});
    for (byte[] output : outputs) {
      Runs.leaf(RUN, plan.step(1), Content.EMPTY, Content.of(output))
          .forEach(store.journal()::record);
    }
    store.journal().flush();

    List<StoredAttempt> attempts = store.records().attempts(RUN);
    assertThat(attempts).hasSameSizeAs(outputs);
    for (int i = 0; i < attempts.size(); i++) {
      ContentRef ref = attempts.get(i).stdout();
      byte[] output = outputs.get(i);
      assertThat(bytes(ref)).as(output.length + " bytes").isEqualTo(output);
      assertThat(ref.bytes()).isEqualTo(output.length);
      assertThat(ref.sha256()).isEqualTo(Content.of(output).sha256());
      assertThat(store.records().contentSize(ref)).hasValue(output.length);
      assertThat(store.records().contentPart(ref, 1, 3))
          .hasValue(
              Arrays.copyOfRange(output, Math.min(1, output.length), Math.min(4, output.length)));
      assertThat(store.records().contentPart(ref, output.length + 1L, 3)).hasValue(new byte[0]);
    }
    assertThat(store.records().content(Content.of(outputs.get(5)).sha256())).isEmpty();
    assertThat(store.records().content(Content.of(outputs.get(6)).sha256())).isPresent();
  }

  @Test
  void input_thatIsASmallOutputOfAnEarlierStep_isRead() {
    Plan plan = Runs.chain(3);
    RunId other = Runs.id(9);
    store.create(Runs.newRun(RUN), plan);
    store.create(Runs.newRun(other), plan);
    Content first = Content.of("first");
    Content second = Content.of("second");
    Runs.leaf(other, plan.step(1), Content.EMPTY, Content.of("of another run"))
        .forEach(store.journal()::record);
    Runs.leaf(RUN, plan.step(1), Content.EMPTY, first).forEach(store.journal()::record);
    Runs.leaf(RUN, plan.step(2), first, second).forEach(store.journal()::record);
    Runs.leaf(RUN, plan.step(3), Content.of("of another run"), second)
        .forEach(store.journal()::record);
    store.journal().flush();

    List<StoredAttempt> attempts = store.records().attempts(RUN);
    assertThat(bytes(attempts.get(1).stdin())).isEqualTo(first.bytes());
    assertThat(store.records().contentSize(attempts.get(1).stdin())).hasValue(5);
    assertThat(store.records().contentParts(attempts.get(2).stdin())).isEmpty();
  }

  @Test
  void outputs_areListedByTheEndsOfAttempts_fromBothSides() {
    Plan plan = Runs.chain(12);
    RunId other = Runs.id(9);
    store.create(Runs.newRun(RUN), plan);
    store.create(Runs.newRun(other), plan);
    Runs.leaf(other, plan.step(1), Content.EMPTY, Content.of("other"))
        .forEach(store.journal()::record);
    for (int step : new int[] {3, 1, 2, 12}) {
      Content output = step == 2 ? Content.EMPTY : Content.of("of " + step);
      Runs.leaf(RUN, plan.step(step), Content.EMPTY, output).forEach(store.journal()::record);
    }
    store.journal().flush();

    List<LoggedAttempt> all = outputs(0, false, null, 10);
    assertThat(all)
        .as("steps that have printed nothing are left out")
        .extracting(each -> each.step().place().path())
        .containsExactly("0.2", "0.0", "0.11");
    assertThat(all.get(2).step().argv()).isNotEmpty();
    long second = all.get(1).attempt().seq();
    assertThat(outputs(second, false, null, 1)).isEqualTo(all.subList(1, 2));
    assertThat(outputs(second + 1, false, null, 10)).isEqualTo(all.subList(2, 3));
    assertThat(outputs(OutputQuery.END, true, null, 2)).containsExactly(all.get(2), all.get(1));
    assertThat(outputs(second - 1, true, null, 10)).isEqualTo(all.subList(0, 1));
    assertThat(outputs(0, false, "0.1", 10)).as("0.11 is not in 0.1").isEmpty();
    assertThat(outputs(0, false, "0.11", 10)).isEqualTo(all.subList(2, 3));
    assertThat(outputs(0, false, "0", 10)).isEqualTo(all);
    assertThat(store.records().outputs(RUN, new OutputQuery(0, false, null, false, true, 10)))
        .as("nothing was printed to standard error")
        .isEmpty();
  }

  private List<LoggedAttempt> outputs(
      long seq, boolean backwards, @Nullable String under, int limit) {
    return store.records().outputs(RUN, new OutputQuery(seq, backwards, under, true, true, limit));
  }

  @Test
  void changesOfAStep_readTheSame_howeverTheGroupsWereCut() {
    Plan plan = Runs.chain(1);
    List<RunEvent> events = new ArrayList<>();
    for (int attempt = 1; attempt <= 2; attempt++) {
      events.addAll(Runs.leaf(RUN, plan.step(1), Content.EMPTY, Content.of("out")));
    }
    events.add(3, Runs.changed(RUN, plan.step(1), StepState.WAITING));
    store.create(Runs.newRun(RUN), plan);
    events.forEach(store.journal()::record);
    store.journal().flush();
    List<StoredTransition> whole = store.records().transitions(RUN);
    assertThat(whole)
        .extracting(StoredTransition::state)
        .containsExactly(
            StepState.RUNNING,
            StepState.WAITING,
            StepState.DONE,
            StepState.RUNNING,
            StepState.DONE);
    assertThat(whole).extracting(StoredTransition::seq).containsExactly(1L, 3L, 4L, 5L, 7L);

    for (int cut = 1; cut < events.size(); cut++) {
      RunId run = Runs.id(100 + cut);
      store.create(Runs.newRun(run), plan);
      List<RunEvent> own = new ArrayList<>();
      for (int attempt = 1; attempt <= 2; attempt++) {
        own.addAll(Runs.leaf(run, plan.step(1), Content.EMPTY, Content.of("out")));
      }
      own.add(3, Runs.changed(run, plan.step(1), StepState.WAITING));
      own.subList(0, cut).forEach(store.journal()::record);
      store.journal().flush();
      own.subList(cut, own.size()).forEach(store.journal()::record);
      store.journal().flush();
      assertThat(store.records().transitions(run)).as("cut at " + cut).isEqualTo(whole);
      assertThat(store.records().step(run, "0.0").orElseThrow().transitions()).isEqualTo(whole);
      assertThat(store.records().steps(run)).isEqualTo(store.records().steps(RUN));
    }
  }
}
