package dev.escarole.web.api;

import dev.escarole.engine.store.StoreException;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.NotAcceptableResponse;
import java.util.ArrayList;
import java.util.List;

/** The REST interface: one table of operations, and what is made of it. Immutable. */
public final class Api {

  /** Where all of it is. */
  public static final String ROOT = "/api/v1";

  private static final String DOCUMENT = ROOT + "/openapi.json";

  private final List<Operation> operations;
  private final byte[] document;

  /**
   * @param version of Escarole
   */
  public Api(Installation service, String version) {
    List<Operation> all = new ArrayList<>();
    all.addAll(new RecipeOperations(service).all());
    all.addAll(new RunReads(service).all());
    all.addAll(new OutputReads(service).all());
    all.addAll(new RunWrites(service).all());
    all.addAll(new UpkeepOperations(service).all());
    all.addAll(new CommandOperations(service).all());
    all.addAll(new AuditOperations(service).all());
    all.addAll(new SystemOperations(service, version).all());
    all.addAll(EventOperations.all());
    this.operations = List.copyOf(all);
    this.document = new OpenApi(operations, version).bytes();
  }

  /** The table, in the order of the page. */
  List<Operation> operations() {
    return operations;
  }

  /**
   * Adds every operation to a server, and the document that describes them. The events have to be
   * there before.
   */
  public void install(RoutesConfig routes) {
    for (Operation operation : operations) {
      if (operation.isStream()) {
        continue;
      }
      String path = ROOT + operation.path();
      Handler handler = ctx -> answer(ctx, operation);
      routes.addHttpHandler(
          HandlerType.findOrCreate(operation.method()), path, handler, operation.role());
      if (operation.method().equals("GET")) {
        routes.addHttpHandler(HandlerType.HEAD, path, handler, operation.role());
      }
    }
    routes.get(DOCUMENT, ctx -> ctx.contentType(MediaTypes.JSON).result(document), Role.NOBODY);
  }

  private static void answer(Context ctx, Operation operation) throws Exception {
    String type = operation.result().type();
    if (!MediaTypes.accepts(ctx.header("Accept"), type)) {
      throw new NotAcceptableResponse("the answer is of type " + type);
    }
    try {
      operation.result().handler().answer(Request.of(ctx, operation));
    } catch (RefusedException | StoreException e) {
      // What was prepared for an answer does not hold for a refusal.
      ctx.header("Cache-Control", "no-store");
      throw e;
    }
  }
}
