package dev.escarole.web.api;

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
    answer(ctx, status, refusal);
  }

  /** Answers that this address does not exist. */
  public static void notFound(Context ctx) {
    answer(
        ctx,
        404,
        new RefusedException(
            RefusalCode.NO_SUCH_ADDRESS,
            "nothing is at " + ctx.path(),
            "See /api/v1/openapi.json."));
  }

  /** Answers that the server failed. */
  public static void broken(Context ctx) {
    answer(
        ctx,
        500,
        new RefusedException(
            RefusalCode.INTERNAL_ERROR,
            "the server could not answer; its log says why",
            "Nothing that runs is affected."));
  }

  private static void answer(Context ctx, int status, RefusedException refusal) {
    ProblemDocument document = ProblemDocument.of(refusal.refusal(), status, ctx.path());
    ctx.status(status).contentType(MediaTypes.PROBLEM).result(Documents.bytes(document));
  }
}
