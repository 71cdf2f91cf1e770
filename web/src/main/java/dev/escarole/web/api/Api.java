package dev.escarole.web.api;

import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.Verb;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.NotAcceptableResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The REST interface, derived from the table of verbs. Thread-safe. */
public final class Api {

  /** Where all of it is. */
  public static final String ROOT = "/api/v1";

  private static final String DOCUMENT = ROOT + "/openapi.json";

  private final List<Operation> operations = Operation.all();
  private final EscaroleFactory escaroles;
  private final RunAnswers answers = new RunAnswers(new KeptAnswers(KeptAnswers.MOST_BYTES));
  private final String version;

  /** Made when it is first asked for: few ask, and it takes a while. */
  private byte @Nullable [] document;

  /**
   * @param version of Escarole
   */
  public Api(EscaroleFactory escaroles, String version) {
    this.escaroles = escaroles;
    this.version = version;
  }

  /** All operations, in the order of the page. */
  List<Operation> operations() {
    return operations;
  }

  /**
   * Adds every operation to a server, and the document that describes them. The events have to be
   * there before.
   */
  public void install(RoutesConfig routes) {
    for (Operation operation : operations) {
      Verb<?, ?> verb = operation.verb();
      if (verb != null) {
        install(routes, operation, verb);
      }
    }
    routes.get(DOCUMENT, this::describe, Role.NOBODY);
  }

  private void describe(Context ctx) {
    ctx.contentType(MediaTypes.JSON);
    String prefix = Prefix.of(ctx);
    if (prefix.isEmpty()) {
      ctx.result(document());
    } else {
      String text = new String(document(), StandardCharsets.UTF_8);
      ctx.result(text.replace("\"url\" : \"" + ROOT, "\"url\" : \"" + prefix + ROOT));
    }
  }

  private <Q extends Record, R> void install(
      RoutesConfig routes, Operation operation, Verb<Q, R> verb) {
    VerbHandler<Q, R> handler = new VerbHandler<>(operation, verb, escaroles, answers);
    Handler guarded = ctx -> answer(ctx, operation, handler);
    String path = ROOT + verb.route().path();
    routes.addHttpHandler(
        HandlerType.findOrCreate(verb.route().method()), path, guarded, verb.role());
    if (verb.route().method().equals("GET")) {
      routes.addHttpHandler(HandlerType.HEAD, path, guarded, verb.role());
    }
  }

  private static void answer(Context ctx, Operation operation, VerbHandler<?, ?> handler)
      throws IOException {
    if (!MediaTypes.accepts(ctx.header("Accept"), operation.type())) {
      throw new NotAcceptableResponse("the answer is of type " + operation.type());
    }
    try {
      handler.answer(ctx);
    } catch (RuntimeException e) {
      // Headers of an answer do not apply to a refusal.
      ctx.header("Cache-Control", "no-store");
      throw e;
    }
  }

  private synchronized byte[] document() {
    if (document == null) {
      document = new OpenApi(operations, version).bytes();
    }
    return document;
  }
}
