package dev.escarole.web.api;

import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Actor;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request whose inputs have been checked. Confined to the request's thread. */
final class Request {

  private final Context ctx;
  private final Operation operation;
  private final Map<String, Object> values;

  private Request(Context ctx, Operation operation, Map<String, Object> values) {
    this.ctx = ctx;
    this.operation = operation;
    this.values = values;
  }

  /**
   * Checks a request.
   *
   * @throws dev.escarole.web.app.RefusedException if its inputs do not fit
   * @throws io.javalin.http.UnsupportedMediaTypeResponse if its body is of another type
   */
  static Request of(Context ctx, Operation operation) {
    return new Request(ctx, operation, InputReader.read(ctx, operation.inputs()));
  }

  Context ctx() {
    return ctx;
  }

  Operation operation() {
    return operation;
  }

  /** What is asked, with all that was said to it except by which name a run is meant. */
  String question() {
    Map<String, Object> said = new LinkedHashMap<>(values);
    said.remove("run");
    return operation.text().id() + said;
  }

  /** Who asks. */
  Actor actor() {
    return Gate.actor(ctx);
  }

  /** A text that the operation requires. */
  String required(String name) {
    return Objects.requireNonNull(text(name));
  }

  @Nullable String text(String name) {
    return (String) values.get(name);
  }

  @Nullable Instant time(String name) {
    return (Instant) values.get(name);
  }

  byte @Nullable [] bytes(String name) {
    return (byte[]) values.get(name);
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  /** An integer; null if none was given. */
  @Nullable Long given(String name) {
    return (Long) values.get(name);
  }

  /** An integer, or what is usual for it. */
  long number(String name) {
    Object given = values.get(name);
    if (given != null) {
      return (Long) given;
    }
    return operation.inputs().query().stream()
        .filter(field -> field.name().equals(name))
        .map(Field::range)
        .filter(Objects::nonNull)
        .map(Field.Range::usual)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("BUG: nothing is usual for " + name));
  }

  @SuppressWarnings("unchecked") // The reader puts nothing else under the name of such a field.
  List<String> texts(String name) {
    return (List<String>) values.getOrDefault(name, List.of());
  }

  @SuppressWarnings("unchecked") // The reader puts nothing else under the name of such a field.
  Map<String, @Nullable Object> object(String name) {
    return (Map<String, @Nullable Object>) values.getOrDefault(name, Map.of());
  }
}
