package dev.escarole.engine.plan;

import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.Setting;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes a plan's hash. Every text is preceded by its length, so that different plans have
 * different input.
 */
final class PlanHash {

  private static final String VERSION = "escarole-plan-1";
  private static final long WAITS = -2;

  private static final long CACHING = -3;

  private static final long HANDLE = -4;

  private static final long SUCCESS_CODES = -5;

  private static final long SETTING = -6;

  /** Settings that are hashed specially. */
  private static final Set<Setting> OWN_WAY =
      EnumSet.of(
          Setting.DELAY,
          Setting.TIMEOUT,
          Setting.RETRY,
          Setting.RETRY_DELAY,
          Setting.RETRY_BACKOFF,
          Setting.RETRY_MAX_DELAY,
          Setting.FAILURE,
          Setting.SUCCESS_CODES,
          Setting.CONCURRENCY,
          Setting.MIN_SUCCESSFUL,
          Setting.CACHE);

  private final MessageDigest digest;
  private ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);

  private PlanHash(MessageDigest digest) {
    this.digest = digest;
  }

  static String of(List<Step> steps, Plan.Output output) {
    try {
      PlanHash hash = new PlanHash(MessageDigest.getInstance("SHA-256"));
      hash.text(VERSION);
      hash.text(output.selector());
      hash.text(output.value());
      steps.forEach(hash::step);
      return hash.finish();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  private void step(Step step) {
    text(step.path());
    text(step.place().pointer());
    text(step.kindWord());
    text(step.label());
    text(step.skipReason());
    controls(step.controls());
    step.fold(this::leaf, this::group);
  }

  private void controls(Controls controls) {
    FailureScope failure = controls.failure();
    number(controls.delayMillis());
    number(controls.timeoutMillis());
    number(controls.retry());
    text(failure == null ? null : failure.word());
    number(controls.concurrency());
    number(controls.minSuccessful());
    waits(controls.retries());
    if (!controls.successCodes().isZero()) {
      number(SUCCESS_CODES);
      number(controls.successCodes().codes().size());
      controls.successCodes().codes().forEach(this::number);
    }
    controls.forEach(this::setting);
  }

  private void setting(Setting setting, Object value) {
    if (!OWN_WAY.contains(setting)) {
      number(SETTING);
      text(setting.key());
      text(String.valueOf(setting.valueForm().plain(value)));
    }
  }

  /** Waits are hashed only if there are any. */
  private void waits(Retry retry) {
    if (retry.waits()) {
      // Unambiguous, because lengths are not negative.
      number(WAITS);
      number(retry.delayMillis());
      number(retry.backoff());
      number(retry.maxDelayMillis());
    }
  }

  private int leaf(LeafStep leaf) {
    number(leaf.argv().size());
    leaf.argv().forEach(this::text);
    if (leaf.caching() != Caching.UNSAID) {
      // Unambiguous, because lengths are not negative.
      number(CACHING);
      text(leaf.caching().name());
    }
    if (leaf.handle() != null) {
      number(HANDLE);
      handle(leaf.handle());
    }
    return leaf.argv().size();
  }

  private void handle(HandleSetting setting) {
    CapturedBytes stdin = setting.stdin();
    HandleStreams streams = setting.streams();
    text(setting.handle());
    text(setting.directory());
    number(setting.environment().size());
    setting
        .environment()
        .forEach(
            (name, value) -> {
              text(name);
              text(value);
            });
    text(stdin == null ? null : Base64.getEncoder().encodeToString(stdin.toArray()));
    text(streams.stdout().word());
    text(streams.stderr().word());
    text(streams.encoding().word());
    number(streams.openStdin() ? 1 : 0);
  }

  private int group(GroupStep group) {
    text(group.kind().name());
    number(group.children().size());
    return group.children().size();
  }

  private void text(@Nullable String text) {
    if (text == null) {
      number(-1);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    number(bytes.length);
    room(bytes.length);
    buffer.put(bytes);
  }

  private void number(long number) {
    room(Long.BYTES);
    buffer.putLong(number);
  }

  private void room(int bytes) {
    if (buffer.remaining() >= bytes) {
      return;
    }
    drain();
    if (buffer.capacity() < bytes) {
      buffer = ByteBuffer.allocate(bytes);
    }
  }

  private void drain() {
    buffer.flip();
    digest.update(buffer);
    buffer.clear();
  }

  private String finish() {
    drain();
    return HexFormat.of().formatHex(digest.digest());
  }
}
