package dev.escarole.web.api;

import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.ProblemDocument;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import io.javalin.http.Context;

/** Answers of the REST interface that say why something was not done (RFC 9457). */
public final class ProblemAnswers {

  private ProblemAnswers() {}

  /** Answers with why something was refused. */
  public static void refused(Context ctx, RefusedException refusal) {
    refused(ctx, refusal, refusal.code().httpStatus());
  }

  /** Answers likewise, with a status that says more than the kind of the refusal. */
  public static void refused(Context ctx, RefusedException refusal, int status) {
    if (refusal.code().kind() == RefusalCode.Kind.UNAUTHENTICATED) {
      ctx.header("WWW-Authenticate", "Bearer");
    }
    retryAfter(ctx, refusal);
    ProblemDocument document = ProblemDocument.of(refusal.refusal(), status, Prefix.path(ctx));
    ctx.status(status).contentType(MediaTypes.PROBLEM).result(Documents.bytes(document));
  }

  /** Says when the request may succeed, if that is known. */
  public static void retryAfter(Context ctx, RefusedException refusal) {
    Long seconds = refusal.refusal().retryAfterSeconds();
    if (seconds != null) {
      ctx.header("Retry-After", seconds.toString());
    }
  }

  /** Answers that this address does not exist. */
  public static void notFound(Context ctx) {
    String message = "nothing is at " + Prefix.path(ctx);
    String hint = "See " + Prefix.of(ctx) + "/api/v1/openapi.json.";
    refused(ctx, new RefusedException(RefusalCode.NO_SUCH_ADDRESS, message, hint), 404);
  }

  /** Answers that the server failed. */
  public static void broken(Context ctx) {
    String message = "the server could not answer; its log says why";
    String hint = "Nothing that runs is affected.";
    refused(ctx, new RefusedException(RefusalCode.INTERNAL_ERROR, message, hint), 500);
  }
}
