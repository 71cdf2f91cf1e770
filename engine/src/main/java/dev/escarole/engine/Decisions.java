package dev.escarole.engine;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.await.AwaitAnswer;
import dev.escarole.engine.store.await.AwaitKey;
import dev.escarole.engine.store.await.Awaits;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.engine.store.await.StoredDecision;
import dev.escarole.recipe.template.AwaitKind;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps that wait for people and programs, and what is decided about them. Who may decide is
 * for the caller to check. Thread-safe.
 *
 * <p>A decision is committed when its method returns. It counts whichever engine executes the run,
 * and also if none does at the moment: then the run goes on as soon as it is resumed.
 */
public final class Decisions {

  private final Awaits awaits;
  private final Consumer<AwaitKey> decided;
  private final InstantSource clock;

  Decisions(Awaits awaits, Consumer<AwaitKey> decided, InstantSource clock) {
    this.awaits = awaits;
    this.decided = decided;
    this.clock = clock;
  }

  /**
   * Returns the open waits of runs that are not over, those that wait longest first.
   *
   * @param principal only those of its runs; null for all
   */
  public List<StoredAwait> open(@Nullable String principal, int limit) {
    return awaits.open(principal, limit);
  }

  /** Returns how many {@link #open} would return without a limit. */
  public long count(@Nullable String principal) {
    return awaits.count(principal);
  }

  /** Returns all waits of a run, in order of their start. */
  public List<StoredAwait> of(RunId run) {
    return awaits.of(run);
  }

  /** Returns the last wait of a step; empty if it never waited. */
  public Optional<StoredAwait> last(RunId run, String path) {
    return awaits.last(run, path);
  }

  /** Returns the beginning of a waiting step's input, at most {@link Awaits#INPUT_HEAD_BYTES}. */
  public byte[] inputHead(AwaitKey await) {
    return awaits.inputHead(await);
  }

  /**
   * Approves or rejects on behalf of a principal. One decision that rejects ends the wait, as many
   * as needed that approve end it, too; after that, none counts.
   *
   * @param comment at most {@link StoredDecision#LONGEST_COMMENT} characters; may be empty
   * @return empty if no such approval was ever asked for
   */
  public Optional<AwaitAnswer> decide(
      AwaitKey await, String principal, boolean approves, String comment) {
    StoredDecision decision = new StoredDecision(principal, approves, comment, now());
    Optional<AwaitAnswer> answer = awaits.decide(await, decision);
    decided.accept(await);
    return answer;
  }

  /** The token of a callback's URL; empty for a step that does not wait for one. */
  public Optional<String> token(StoredAwait await) {
    return await.kind() == AwaitKind.CALLBACK
        ? Optional.of(new CallbackToken(awaits.secret()).of(await.key()))
        : Optional.empty();
  }

  /**
   * Answers a callback with the token of its URL.
   *
   * @param body becomes the output of the step; at most {@link Awaits#MOST_BODY_BYTES}
   * @return empty if the token was not made here, whatever it names; nothing was looked up then
   */
  public Optional<AwaitAnswer> call(String token, byte[] body) {
    Optional<AwaitKey> await = new CallbackToken(awaits.secret()).verified(token);
    Optional<AwaitAnswer> answer = await.flatMap(key -> awaits.answer(key, body, now()));
    await.ifPresent(decided);
    return answer;
  }

  /** The current time, in the precision of the store. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
