package dev.escarole.web.api;

import dev.escarole.web.access.OutputAnswer;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;

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
    if (!OutputAnswer.matches(ctx.header("If-None-Match"), version)) {
      return false;
    }
    ctx.status(HttpStatus.NOT_MODIFIED);
    return true;
  }
}
