package dev.escarole.web.server;

import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.audit.SentLine;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.Objects;

/**
 * What other processes of the same user ask beside the verbs, to serve agents of their own. Never
 * part of a server that anybody else can reach: a line on record says who sent it.
 */
final class GuestRoutes {

  private final AgentSupport support;

  GuestRoutes(AgentSupport support) {
    this.support = support;
  }

  void install(RoutesConfig routes) {
    routes.post(AgentSupport.QUOTA_PATH, this::charge, Role.ADMIN);
    routes.post(AgentSupport.LINES_PATH, this::hear, Role.ADMIN);
  }

  private void charge(Context ctx) {
    String principal = Objects.requireNonNull(ctx.queryParam("principal"));
    ctx.status(support.admits(principal) ? HttpStatus.NO_CONTENT : HttpStatus.TOO_MANY_REQUESTS);
  }

  private void hear(Context ctx) throws IOException {
    support.heard(Documents.read(ctx.bodyAsBytes(), SentLine.class));
    ctx.status(HttpStatus.NO_CONTENT);
  }
}
