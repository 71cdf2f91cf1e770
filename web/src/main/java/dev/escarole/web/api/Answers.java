package dev.escarole.web.api;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Versions of answers: whether the client has the present one. */
final class Answers {

  /** Browsers may keep an answer, but have to ask each time whether it still holds. */
  private static final String ASK_AGAIN = "private, no-cache";

  private Answers() {}

  /**
   * Says which version the answer shows, and whether the asker has that one already; then there is
   * nothing more to answer. Versions are weak: compression may change the bytes.
   */
  static boolean isKnown(Context ctx, String version) {
    String tag = "W/\"" + version + "\"";
    ctx.header("ETag", tag);
    ctx.header("Cache-Control", ASK_AGAIN);
    if (!matches(ctx.header("If-None-Match"), version)) {
      return false;
    }
    ctx.status(HttpStatus.NOT_MODIFIED);
    return true;
  }

  /** Whether one of the versions of a header is this one; weak and strong ones are alike here. */
  static boolean matches(@Nullable String header, String version) {
    if (header == null) {
      return false;
    }
    for (String part : header.split(",", -1)) {
      String tag = part.strip();
      String bare = tag.startsWith("W/") ? tag.substring(2) : tag;
      if (bare.equals("*") || bare.equals("\"" + version + "\"")) {
        return true;
      }
    }
    return false;
  }
}
