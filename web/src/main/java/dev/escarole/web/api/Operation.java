package dev.escarole.web.api;

import dev.escarole.web.app.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One thing that the interface can be asked for. The routes, the OpenAPI document and the API page
 * are all made of these. Immutable.
 *
 * @param method in upper case
 * @param path below {@code /api/v1}; parts in braces are inputs, and one in angle brackets may hold
 *     slashes
 */
record Operation(String method, String path, Role role, Text text, Inputs inputs, Result result) {

  /**
   * What people read of an operation.
   *
   * @param id a name for programs
   * @param tag the group it belongs to
   */
  record Text(String id, String tag, String summary, String description) {}

  /**
   * What an operation is given.
   *
   * @param keyed whether it takes an {@code Idempotency-Key}
   */
  record Inputs(List<Field> path, List<Field> query, Payload payload, boolean keyed) {
    Inputs {
      path = List.copyOf(path);
      query = List.copyOf(query);
    }
  }

  /**
   * The body of a request.
   *
   * @param type media type; empty if there is no body
   * @param fields of a JSON object; empty for other types
   */
  record Payload(String type, List<Field> fields) {
    static final Payload NONE = new Payload("", List.of());

    Payload {
      fields = List.copyOf(fields);
    }

    boolean isNone() {
      return type.isEmpty();
    }

    boolean isJson() {
      return type.equals(MediaTypes.JSON);
    }
  }

  /**
   * What comes of an operation.
   *
   * @param schema name of the schema of the answer; empty if it is no JSON
   * @param refusals statuses that say why nothing was done, beside those that every operation has
   */
  record Result(int status, String type, String schema, Set<Integer> refusals, Handler handler) {
    Result {
      refusals = Set.copyOf(refusals);
    }
  }

  /** Carries an operation out. */
  @FunctionalInterface
  interface Handler {
    /** Answers a request whose inputs have been checked. */
    void answer(Request request) throws Exception;
  }

  /** Whether it is a stream that another room serves. */
  boolean isStream() {
    return result.type().equals(MediaTypes.EVENTS);
  }

  /** All statuses that say why nothing was done, in order. */
  Set<Integer> refusals() {
    Set<Integer> all = new TreeSet<>(Set.of(400, 403, 406, 429, 500, 503));
    all.addAll(result.refusals());
    if (role != Role.NOBODY) {
      all.add(401);
    }
    if (!inputs.payload().isNone()) {
      all.addAll(Set.of(413, 415, 422));
    }
    return all;
  }

  static Builder of(String method, String path, Role role) {
    return new Builder(method, path, role);
  }

  /** Collects the parts of an operation. Confined to one thread. */
  static final class Builder {
    private final String method;
    private final String path;
    private final Role role;
    private Text text = new Text("", "", "", "");
    private final List<Field> pathFields = new ArrayList<>();
    private final List<Field> query = new ArrayList<>();
    private Payload payload = Payload.NONE;
    private boolean keyed;
    private int status = 200;
    private String type = MediaTypes.JSON;
    private String schema = "";
    private final Set<Integer> refusals = new TreeSet<>();

    private Builder(String method, String path, Role role) {
      this.method = method;
      this.path = path;
      this.role = role;
    }

    Builder named(String id, String tag) {
      text = new Text(id, tag, text.summary(), text.description());
      return this;
    }

    Builder says(String summary, String description) {
      text = new Text(text.id(), text.tag(), summary, description);
      return this;
    }

    Builder at(Field... fields) {
      for (Field field : fields) {
        pathFields.add(field.required());
      }
      return this;
    }

    Builder asks(List<Field> fields) {
      query.addAll(fields);
      return this;
    }

    Builder takes(List<Field> fields) {
      payload = new Payload(MediaTypes.JSON, fields);
      return this;
    }

    Builder takesBytes(String mediaType) {
      payload = new Payload(mediaType, List.of());
      return this;
    }

    Builder keyed() {
      keyed = true;
      return this;
    }

    Builder gives(int newStatus, String newSchema) {
      status = newStatus;
      schema = newSchema;
      return this;
    }

    Builder givesBytes() {
      type = MediaTypes.BYTES;
      return this;
    }

    Builder givesEvents() {
      type = MediaTypes.EVENTS;
      return this;
    }

    Builder refuses(int... statuses) {
      for (int each : statuses) {
        refusals.add(each);
      }
      return this;
    }

    Operation by(Handler handler) {
      return new Operation(
          method,
          path,
          role,
          text,
          new Inputs(pathFields, query, payload, keyed),
          new Result(status, type, schema, refusals, handler));
    }
  }
}
