package dev.escarole.engine.plan;

import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.SuccessCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says what steers a step, in the words that recipes use. */
public final class ControlWords {

  private ControlWords() {}

  /** What was set for a step, such as {@code timeout 300 ms}; nothing of what holds by default. */
  public static List<String> of(Step step) {
    List<String> texts = words(step.controls());
    caching(texts, step.fold(LeafStep::caching, group -> Caching.UNSAID));
    return texts;
  }

  private static List<String> words(Controls controls) {
    List<String> texts = new ArrayList<>();
    number(texts, "delay", controls.delayMillis(), " ms");
    number(texts, "timeout", controls.timeoutMillis(), " ms");
    if (controls.retry() > 1) {
      number(texts, "retry", controls.retry(), "");
    }
    if (controls.retries().waits()) {
      waits(texts, controls.retries());
    }
    failure(texts, controls.failure());
    if (!controls.successCodes().isZero()) {
      texts.add("success_codes " + codes(controls.successCodes()));
    }
    number(texts, "concurrency", controls.concurrency(), "");
    if (controls.hasQuorum()) {
      texts.add("min_successful " + controls.minSuccessful());
    }
    return texts;
  }

  private static String codes(SuccessCodes codes) {
    return codes.codes().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static void caching(List<String> texts, Caching caching) {
    switch (caching) {
      case UNSAID -> {}
      case ON -> texts.add("cache");
      case OFF -> texts.add("no cache");
    }
  }

  private static void waits(List<String> texts, Retry retry) {
    number(texts, "retry_delay", retry.delayMillis(), " ms");
    if (retry.backoff() > 1) {
      number(texts, "retry_backoff", retry.backoff(), "");
    }
    if (retry.maxDelayMillis() < Retry.UNBOUNDED) {
      number(texts, "retry_max_delay", retry.maxDelayMillis(), " ms");
    }
  }

  private static void number(List<String> texts, String name, long value, String unit) {
    if (value > 0) {
      texts.add(name + " " + value + unit);
    }
  }

  private static void failure(List<String> texts, @Nullable FailureScope failure) {
    if (failure != null) {
      texts.add("failure " + failure.name().toLowerCase(Locale.ROOT));
    }
  }
}
