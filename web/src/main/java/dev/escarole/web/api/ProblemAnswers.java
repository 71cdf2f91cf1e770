package dev.escarole.web.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.view.ProblemJson;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Answers of the REST interface that say why something was not done (RFC 9457). */
public final class ProblemAnswers {

  private static final String TYPE = "application/problem+json";
  private static final JsonFactory JSON = new JsonFactory();

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

  /** Answers that there is nothing at this address. */
  public static void notFound(Context ctx) {
    answer(
        ctx,
        404,
        new RefusedException(
            RefusalCode.NO_SUCH_ADDRESS,
            "nothing is at " + ctx.path(),
            "See /api/v1/openapi.json for what there is."));
  }

  /** Answers that the server has made a mistake. */
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("type", "urn:escarole:problem:" + refusal.code().word());
      json.writeStringField("title", String.valueOf(refusal.getMessage()));
      json.writeNumberField("status", status);
      json.writeStringField("code", refusal.code().word());
      json.writeStringField("hint", refusal.hint());
      json.writeStringField("instance", ctx.path());
      if (!refusal.problems().isEmpty()) {
        json.writeFieldName("problems");
        new ProblemJson(json).array(refusal.problems());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ctx.status(status).contentType(TYPE).result(bytes.toByteArray());
  }
}
