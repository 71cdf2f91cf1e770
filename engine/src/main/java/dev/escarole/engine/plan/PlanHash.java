package dev.escarole.engine.plan;

import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.http.HttpRule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes a plan's hash. Every text is preceded by its length, so that different plans have
 * different input.
 */
final class PlanHash {

  private static final String VERSION = "escarole-plan-2";
  private static final long HANDLE = -2;
  private static final long ARTIFACTS = -3;
  private static final long HTTP = -4;

  private final MessageDigest digest;
  private ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);

  private PlanHash(MessageDigest digest) {
    this.digest = digest;
  }

  static String of(
      List<Step> steps,
      Plan.Output output,
      List<PlanSource> sources,
      List<WantedFiles> artifacts,
      List<HttpRule> http) {
    try {
      PlanHash hash = new PlanHash(MessageDigest.getInstance("SHA-256"));
      hash.text(VERSION);
      hash.text(output.selector());
      hash.text(output.value());
      steps.forEach(hash::step);
      if (sources.size() > 1) {
        hash.sources(sources);
      }
      if (!artifacts.isEmpty()) {
        hash.artifacts(artifacts);
      }
      if (!http.isEmpty()) {
        hash.http(http);
      }
      return hash.finish();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  /** Without imports, equal steps have equal hashes, wherever they come from. */
  private void sources(List<PlanSource> sources) {
    number(sources.size());
    sources.forEach(
        source -> {
          text(source.path());
          text(source.sha256());
        });
  }

  private void artifacts(List<WantedFiles> artifacts) {
    // Unambiguous, because numbers of sources are not negative.
    number(ARTIFACTS);
    number(artifacts.size());
    artifacts.forEach(
        each -> {
          text(each.name());
          text(each.pattern());
        });
  }

  private void http(List<HttpRule> http) {
    number(HTTP);
    number(http.size());
    http.forEach(
        each -> {
          text(each.origin());
          number(each.paths().size());
          each.paths().forEach(this::text);
          number(each.methods().size());
          each.methods().forEach(this::text);
        });
  }

  private void step(Step step) {
    text(step.path());
    text(step.place().pointer());
    text(step.kindWord());
    text(step.label());
    text(step.skipReason());
    text(step.controls().plain().toString());
    step.fold(this::leaf, this::group);
  }

  private int leaf(LeafStep leaf) {
    number(leaf.argv().size());
    leaf.argv().forEach(this::text);
    if (leaf.handle() != null) {
      // Unambiguous, because lengths are not negative.
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
