package dev.escarole.web.page.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.TailView;
import dev.escarole.web.app.local.Tails;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** All pages of a run. */
public final class RunPages {

  private static final JsonFactory JSON = new JsonFactory();

  private final Pages pages;
  private final Installation service;
  private final RunRecords records;
  private final RunHeads heads;
  private final OverviewPage overview;
  private final StepsPage steps;
  private final StepPage step;
  private final JoinPage join;
  private final Downloads downloads;
  private final RunForms forms;
  private final JoinTexts texts;

  public RunPages(Pages pages, Installation service) {
    RunStore store = service.engine().store();
    this.pages = pages;
    this.service = service;
    this.records = new RunRecords(service);
    this.heads = new RunHeads(service);
    this.overview = new OverviewPage(store);
    this.steps = new StepsPage(store);
    this.step = new StepPage(service);
    this.join = new JoinPage(store);
    this.downloads = new Downloads(store);
    this.forms = new RunForms(pages, service, records);
    this.texts = new JoinTexts(service.engine());
  }

  /** A page of a run that was found. */
  private interface Page {
    void show(Context ctx, RunRecord record);
  }

  /** Adds the pages to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/runs/{id}", page(this::overview), Role.VIEWER);
    routes.get("/runs/{id}/lanes", page(this::lanes), Role.VIEWER);
    routes.get("/runs/{id}/graph", page(this::graph), Role.VIEWER);
    routes.get("/runs/{id}/steps", page(this::steps), Role.VIEWER);
    routes.get("/runs/{id}/steps/{path}", page(this::step), Role.VIEWER);
    routes.get("/runs/{id}/joins/{path}", page(this::join), Role.VIEWER);
    routes.get("/runs/{id}/joins/{path}/text", page(this::joinText), Role.VIEWER);
    routes.get("/runs/{id}/steps/{path}/tail", this::tail, Role.VIEWER);
    routes.get("/runs/{id}/next-failure", page(this::nextFailure), Role.VIEWER);
    routes.get("/runs/{id}/recipe", page(downloads::recipe), Role.VIEWER);
    routes.get("/runs/{id}/result", page(downloads::result), Role.VIEWER);
    routes.get("/runs/{id}/steps/{path}/{attempt}/{stream}", page(downloads::stream), Role.VIEWER);
    forms.install(routes);
  }

  /** Who gives the beginning of an id is led to the whole of it. */
  private Handler page(Page page) {
    return ctx -> {
      String given = ctx.pathParam("id");
      RunId id = service.runs().lookup().find(given);
      if (!id.value().equals(given)) {
        String rest = ctx.path().substring(("/runs/" + given).length());
        String query = ctx.queryString() == null ? "" : "?" + ctx.queryString();
        ctx.redirect("/runs/" + id + rest + query, HttpStatus.FOUND);
        return;
      }
      page.show(ctx, records.read(id));
    };
  }

  private void overview(Context ctx, RunRecord record) {
    RunTitle head = heads.head(ctx, record, RunTitle.Tab.OVERVIEW);
    show(ctx, "run/overview.jte", record, "", overview.view(head, record));
  }

  private void lanes(Context ctx, RunRecord record) {
    RunTitle head = heads.head(ctx, record, RunTitle.Tab.LANES);
    Toggles toggles = Toggles.of(ctx, head.address() + "/lanes");
    show(ctx, "run/lanes.jte", record, "lanes of ", Lanes.of(head, record, toggles));
  }

  private void graph(Context ctx, RunRecord record) {
    RunTitle head = heads.head(ctx, record, RunTitle.Tab.GRAPH);
    Toggles toggles = Toggles.of(ctx, head.address() + "/graph");
    show(ctx, "run/graph.jte", record, "graph of ", Graph.of(head, record, toggles));
  }

  private void steps(Context ctx, RunRecord record) {
    RunTitle head = heads.head(ctx, record, RunTitle.Tab.STEPS);
    show(ctx, "run/steps.jte", record, "steps of ", steps.view(ctx, head, record));
  }

  private void step(Context ctx, RunRecord record) {
    Node node = node(ctx, record);
    RunTitle head = heads.head(ctx, record, RunTitle.Tab.PART);
    show(ctx, "run/step.jte", record, node.path() + " of ", step.view(ctx, head, record, node));
  }

  /** What scripts of the page of a step ask for again and again; so it reads no more than that. */
  private void tail(Context ctx) throws IOException {
    RunId id = service.runs().lookup().find(ctx.pathParam("id"));
    Tails.Place read =
        new Tails.Place((int) number(ctx, "attempt"), number(ctx, "stdout"), number(ctx, "stderr"));
    TailView tail = service.tails().tail(id, ctx.pathParam("path"), read);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      new TailJson(json).tail(tail);
    }
    ctx.header("Cache-Control", "no-store").contentType("application/json");
    ctx.result(bytes.toByteArray());
  }

  private static long number(Context ctx, String name) {
    String value = ctx.queryParam(name);
    return value != null && value.matches("[0-9]{1,9}") ? Long.parseLong(value) : 0;
  }

  private void join(Context ctx, RunRecord record) {
    Node node = parallel(ctx, record);
    RunTitle head = heads.head(ctx, record, RunTitle.Tab.PART);
    String what = "join " + node.path() + " of ";
    show(ctx, "run/join.jte", record, what, join.view(ctx, head, record, node));
  }

  private void joinText(Context ctx, RunRecord record) {
    Node node = parallel(ctx, record);
    JoinTextPage page = new JoinTextPage(texts, record, node);
    JoinTextView view = page.view(ctx, heads.head(ctx, record, RunTitle.Tab.PART));
    if (ctx.header("HX-Request") == null) {
      show(ctx, "run/jointextpage.jte", record, "text of " + node.path() + " of ", view);
    } else {
      pages.part(ctx, "run/jointext.jte", view);
    }
  }

  private void nextFailure(Context ctx, RunRecord record) {
    String from = ctx.queryParam("from");
    int after = from == null ? -1 : record.node(from).map(Node::index).orElse(-1);
    String address =
        record
            .nextFailure(after)
            .map(node -> Lanes.address(record, node))
            .orElse("/runs/" + record.run().id());
    ctx.redirect(address, HttpStatus.SEE_OTHER);
  }

  private Node node(Context ctx, RunRecord record) {
    String path = ctx.pathParam("path");
    return record
        .node(path)
        .orElseThrow(
            () ->
                new RefusedException(
                    RefusalCode.NO_SUCH_STEP,
                    "run %s has no step '%s'".formatted(record.run().id(), path),
                    "Paths are such as 0.2.1; the page of its steps lists them."));
  }

  private Node parallel(Context ctx, RunRecord record) {
    Node node = node(ctx, record);
    if (!node.isParallel()) {
      throw new RefusedException(
          RefusalCode.NO_JOIN,
          "step %s runs no branches side by side, so there is no join".formatted(node.path()),
          "Look at it as a step.");
    }
    return node;
  }

  private void show(Context ctx, String template, RunRecord record, String what, Object view) {
    String title = what + record.run().recipe() + " " + record.status().word();
    pages.show(ctx, template, title, Frame.Place.RUNS, view);
  }
}
