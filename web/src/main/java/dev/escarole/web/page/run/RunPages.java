package dev.escarole.web.page.run;

import dev.escarole.web.access.OutputAnswer;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.StepErrors;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.run.RunRecord.Node;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All pages of a run. */
public final class RunPages {

  private static final String BYTES = "application/octet-stream";

  private final Pages pages;
  private final RunRecords records;
  private final RunForms forms;

  public RunPages(Pages pages, InstantSource clock) {
    this.pages = pages;
    this.records = new RunRecords(clock);
    this.forms = new RunForms(pages, records);
  }

  record Visit(Context ctx, Escarole escarole, RunRecord record) {

    /** Why steps failed, in a line each, by path. */
    Map<String, String> errors(List<String> paths) {
      Map<String, String> lines = new HashMap<>();
      if (!paths.isEmpty()) {
        escarole
            .errors(new StepErrors.Query(record.id(), paths))
            .errors()
            .forEach(error -> lines.put(error.path(), error.line()));
      }
      return lines;
    }
  }

  private interface Page {
    void show(Visit visit) throws IOException;
  }

  /** Adds the pages to a server. */
  public void install(RoutesConfig routes) {
    view(routes, "", "overview", "", OverviewPage::new);
    view(routes, "/lanes", "lanes", "lanes of ", Lanes::of);
    view(routes, "/graph", "graph", "graph of ", Graph::of);
    view(routes, "/steps", "steps", "steps of ", StepsPage::view);
    view(routes, "/files", "files", "files of ", FilesPage::of);
    view(routes, "/files/{file}", "file", "file of ", FilePage::of);
    routes.get("/runs/{id}/log", page(this::log), Role.VIEWER);
    routes.get("/runs/{id}/files/{file}/download", page(FilePage::download), Role.VIEWER);
    routes.get("/runs/{id}/files/{file}/picture", page(FilePage::picture), Role.VIEWER);
    routes.get("/runs/{id}/workspace", page(FilePage::workspaceFile), Role.VIEWER);
    routes.get("/runs/{id}/steps/{path}", page(this::step), Role.VIEWER);
    routes.get("/runs/{id}/joins/{path}", page(this::join), Role.VIEWER);
    routes.get("/runs/{id}/joins/{path}/text", page(this::joinText), Role.VIEWER);
    routes.get("/runs/{id}/steps/{path}/tail", this::tail, Role.VIEWER);
    routes.get("/runs/{id}/next-failure", page(RunPages::nextFailure), Role.VIEWER);
    routes.get("/runs/{id}/recipe", page(RunPages::recipe), Role.VIEWER);
    routes.get("/runs/{id}/report", page(this::report), Role.VIEWER);
    routes.get("/runs/{id}/result", page(RunPages::result), Role.VIEWER);
    routes.get("/runs/{id}/steps/{path}/{attempt}/{stream}", page(RunPages::stream), Role.VIEWER);
    forms.install(routes);
  }

  private void view(
      RoutesConfig routes,
      String ending,
      String template,
      String what,
      Function<Visit, Object> view) {
    Page page = visit -> show(visit, "run/" + template + ".jte", what, view.apply(visit));
    routes.get("/runs/{id}" + ending, page(page), Role.VIEWER);
  }

  /** The beginning of an id leads to the address with the whole id. */
  private Handler page(Page page) {
    return ctx -> {
      String given = ctx.pathParam("id");
      Escarole application = pages.escarole(ctx);
      RunHead head = application.head(new RunName(given));
      if (!head.run().equals(given)) {
        String rest = Pages.address(ctx).substring(("/runs/" + given).length());
        ctx.redirect("/runs/" + head.run() + rest, HttpStatus.FOUND);
        return;
      }
      page.show(new Visit(ctx, application, records.read(application, head)));
    };
  }

  private void step(Visit visit) {
    Node node = node(visit);
    show(visit, "run/step.jte", node.path() + " of ", new StepPage(visit, node));
  }

  private void join(Visit visit) {
    Node node = parallel(visit);
    show(visit, "run/join.jte", "join " + node.path() + " of ", new JoinPage(visit, node));
  }

  private void log(Visit visit) {
    LogView log = LogView.of(visit);
    if (Pages.isScripted(visit.ctx())) {
      pages.part(visit.ctx(), "run/logparts.jte", log);
    } else {
      show(visit, "run/log.jte", "log of ", log);
    }
  }

  private void joinText(Visit visit) {
    Node node = parallel(visit);
    JoinTextView text = JoinTextView.of(visit, node);
    if (!Pages.isScripted(visit.ctx())) {
      show(visit, "run/jointextpage.jte", "text of " + node.path() + " of ", text);
    } else {
      pages.part(visit.ctx(), "run/jointext.jte", text);
    }
  }

  /** The script of the page of a step asks for this every second, so it reads nothing else. */
  private void tail(Context ctx) {
    TailQuery query =
        new TailQuery(
            ctx.pathParam("id"),
            ctx.pathParam("path"),
            (int) number(ctx, "attempt"),
            number(ctx, "stdout"),
            number(ctx, "stderr"));
    byte[] tail = Documents.bytes(pages.escarole(ctx).tail(query));
    ctx.header("Cache-Control", "no-store").contentType("application/json").result(tail);
  }

  private static long number(Context ctx, String name) {
    String value = ctx.queryParam(name);
    return value != null && value.matches("[0-9]{1,9}") ? Long.parseLong(value) : 0;
  }

  private static void nextFailure(Visit visit) {
    RunRecord record = visit.record();
    String from = visit.ctx().queryParam("from");
    int after = from == null ? -1 : record.node(from).map(Node::index).orElse(-1);
    List<Node> failed = record.failedLeaves();
    String address =
        failed.stream()
            .filter(node -> node.index() > after)
            .findFirst()
            .or(() -> failed.stream().findFirst())
            .map(record::address)
            .orElse("/runs/" + record.id());
    visit.ctx().redirect(address, HttpStatus.SEE_OTHER);
  }

  private static void recipe(Visit visit) {
    download(visit, RunTitle.fileName(visit.record().head().recipe(), ".yaml"));
    byte[] text = visit.record().origin().recipeText().getBytes(StandardCharsets.UTF_8);
    visit.ctx().contentType(BYTES).result(text);
  }

  private void report(Visit visit) {
    String report =
        RunReport.html(visit.escarole(), visit.record().id(), pages.now(), pages.templates());
    download(visit, RunReport.fileName(visit.record()));
    visit.ctx().contentType("text/html; charset=utf-8").result(report);
  }

  private static void download(Visit visit, String fileName) {
    visit.ctx().header("Content-Disposition", "attachment; filename=\"" + fileName + "\"");
  }

  private static void result(Visit visit) throws IOException {
    RunOutputQuery query = new RunOutputQuery(visit.record().id(), "stdout");
    OutputAnswer.send(visit.ctx(), visit.escarole().output(query));
  }

  private static void stream(Visit visit) throws IOException {
    Context ctx = visit.ctx();
    String stream = ctx.pathParam("stream");
    if (!List.of("stdin", "stdout", "stderr").contains(stream)) {
      throw new RefusedException(
          RefusalCode.NOTHING_STORED,
          "an attempt has no stream '%s'".formatted(stream),
          "It is stdin, stdout or stderr.");
    }
    AttemptOutputQuery query =
        new AttemptOutputQuery(
            visit.record().id(), ctx.pathParam("path"), ctx.pathParam("attempt"), stream);
    OutputAnswer.send(ctx, visit.escarole().attemptOutput(query));
  }

  private static Node node(Visit visit) {
    String path = visit.ctx().pathParam("path");
    return visit
        .record()
        .node(path)
        .orElseThrow(
            () ->
                new RefusedException(
                    RefusalCode.NO_SUCH_STEP,
                    "run %s has no step '%s'".formatted(visit.record().id(), path),
                    "Paths are such as 0.2.1; the page of its steps lists them."));
  }

  private static Node parallel(Visit visit) {
    Node node = node(visit);
    if (!node.isParallel()) {
      throw new RefusedException(
          RefusalCode.NO_JOIN,
          "step %s runs no branches side by side, so there is no join".formatted(node.path()),
          "Look at it as a step.");
    }
    return node;
  }

  private void show(Visit visit, String template, String what, Object view) {
    RunHead head = visit.record().head();
    String title = what + head.recipe() + " " + head.status().word();
    pages.show(visit.ctx(), template, title, Frame.Place.RUNS, view);
  }
}
