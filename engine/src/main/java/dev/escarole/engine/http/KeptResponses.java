package dev.escarole.engine.http;

import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.http.Hop.Received;
import dev.escarole.engine.http.ResponseFiles.Kept;
import dev.escarole.engine.http.WireRequest.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which responses are kept for the requests of one guest, and for which requests. A kept
 * one is never used without asking its server whether it has changed. Responses are kept apart by
 * principal, grants of the recipe, URL and all headers. Confined to the requests of one guest.
 */
final class KeptResponses {

  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final Pattern VALIDATOR = Pattern.compile("[\\x20-\\x7e]{1,1000}");
  private static final Pattern NOT_TO_KEEP =
      Pattern.compile(".*\\b(?:no-store|private)\\b.*", Pattern.CASE_INSENSITIVE);

  private static final Set<String> CONDITIONS =
      Set.of(
          "if-none-match",
          "if-modified-since",
          "if-match",
          "if-unmodified-since",
          "if-range",
          "range");

  private final ResponseFiles files;
  private final Permission permission;
  private final Mask mask;

  KeptResponses(ResponseFiles files, Permission permission, Mask mask) {
    this.files = files;
    this.permission = permission;
    this.mask = mask;
  }

  /** A request that a kept response may answer. */
  final class Question {
    private final String key;
    private final @Nullable Kept kept;

    private Question(String key) {
      this.key = key;
      this.kept = files.find(key);
    }

    /** The conditions under which the whole response is wanted. */
    List<Field> conditions() {
      List<Field> fields = new ArrayList<>();
      if (kept != null && !kept.etag().isEmpty()) {
        fields.add(new Field("If-None-Match", kept.etag()));
      }
      if (kept != null && !kept.modified().isEmpty()) {
        fields.add(new Field("If-Modified-Since", kept.modified()));
      }
      return fields;
    }

    /** Returns the response for the guest: the new one, or the kept one if it has not changed. */
    Received answer(Received received) {
      if (kept != null && received.status() == NOT_MODIFIED) {
        return new Received(OK, kept.head(), null, kept.body());
      }
      if (isToKeep(received)) {
        files.keep(
            key,
            new Kept(
                validator(received, "ETag"),
                validator(received, "Last-Modified"),
                received.head(),
                received.body()));
      }
      return received;
    }
  }

  /**
   * Returns the question for a request, or null if its response is not to be kept: it is not a GET,
   * identifies somebody, or has conditions of its own.
   *
   * @param fields its headers, as the guest wrote them
   */
  @Nullable Question ask(String method, Target target, String user, List<Field> fields) {
    boolean plain =
        method.equals("GET")
            && user.isEmpty()
            && !Secrets.isIn(target.path())
            && !Secrets.isIn(target.query())
            && !mask.isIn(target.url())
            && fields.stream().noneMatch(KeptResponses::tells);
    return plain ? new Question(key(target, fields)) : null;
  }

  private static boolean tells(Field field) {
    return Exchange.identifies(field) || CONDITIONS.contains(field.name().toLowerCase(Locale.ROOT));
  }

  private String key(Target target, List<Field> fields) {
    List<String> parts = new ArrayList<>();
    parts.add(permission.principal());
    parts.add(target.url());
    for (HttpGrant each : permission.asked()) {
      parts.add(each.origin() + each.paths() + new TreeSet<>(each.methods()));
    }
    fields.forEach(each -> parts.add(each.name() + ": " + each.value()));
    // None of them has a line break.
    return String.join("\n", parts);
  }

  private boolean isToKeep(Received received) {
    boolean valid =
        !validator(received, "ETag").isEmpty() || !validator(received, "Last-Modified").isEmpty();
    return valid
        && received.status() == OK
        && received.field("Set-Cookie").isEmpty()
        && !received.field("Vary").contains("*")
        && !NOT_TO_KEEP.matcher(received.field("Cache-Control")).matches()
        && !mask.isIn(received.head())
        && !mask.isIn(received.body());
  }

  private static String validator(Received received, String name) {
    String value = received.field(name);
    return VALIDATOR.matcher(value).matches() ? value : "";
  }
}
