package dev.escarole.web.page.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.Remedy;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.CommandCall;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Sentences;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The page of one command: what it is, how it was used, and a box to try it. */
public final class CommandPage {

  private static final int CALLS_SHOWN = 10;
  private static final int BYTES_SHOWN = 64 << 10;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Installation service;
  private final Pages pages;

  public CommandPage(Installation service, Pages pages) {
    this.service = service;
    this.pages = pages;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/commands/{name}", this::look, Role.VIEWER);
    routes.post("/commands/{name}", this::use, Role.OPERATOR);
    routes.post("/commands/{name}/remove", this::remove, Role.ADMIN);
  }

  private Command command(Context ctx) {
    return service.commands().find(ctx.pathParam("name"));
  }

  private void look(Context ctx) {
    Command command = command(ctx);
    show(ctx, command, new CommandView.Trial(List.of(""), "", null, null));
  }

  private void use(Context ctx) {
    Command command = command(ctx);
    List<String> arguments = new ArrayList<>(ctx.formParams("argument"));
    String stdin = Objects.toString(ctx.formParam("stdin"), "").replace("\r\n", "\n");
    String button = Objects.toString(ctx.formParam("do"), "call");
    if (button.equals("call")) {
      call(ctx, command, arguments, stdin);
      return;
    }
    if (button.equals("add")) {
      arguments.add("");
    } else if (button.matches("drop:[0-9]{1,6}")) {
      int row = Integer.parseInt(button.substring("drop:".length()));
      if (row < arguments.size()) {
        arguments.remove(row);
      }
    }
    show(ctx, command, new CommandView.Trial(arguments, stdin, null, null));
  }

  private void call(Context ctx, Command command, List<String> arguments, String stdin) {
    // An empty row at the end is one that nobody has typed into.
    int last = arguments.size() - 1;
    List<String> given =
        last >= 0 && arguments.get(last).isEmpty() ? arguments.subList(0, last) : arguments;
    try {
      CommandCall call = CommandCall.trial(command.name(), given, Content.of(stdin));
      InvocationResult result = service.commands().call(Gate.actor(ctx), call);
      show(ctx, command, new CommandView.Trial(arguments, stdin, result(call, result), null));
    } catch (RefusedException e) {
      ctx.status(
          ctx.header("HX-Request") == null ? HttpStatus.UNPROCESSABLE_CONTENT : HttpStatus.OK);
      String why = Sentences.of(e.getMessage()) + " " + e.hint();
      show(ctx, command, new CommandView.Trial(arguments, stdin, null, why));
    }
  }

  private static CommandView.Result result(CommandCall call, InvocationResult result) {
    Outcome outcome = result.outcome();
    List<String> argv = new ArrayList<>(List.of(call.command()));
    argv.addAll(call.arguments());
    return new CommandView.Result(
        argv,
        outcome.word(),
        outcome.isSuccess(),
        outcome.kind().isDenial(),
        outcome.exitCode(),
        detail(outcome),
        Words.number(result.fuelUsed()),
        took(result.wallNanos()),
        Words.bytes(result.peakMemoryBytes()),
        printed(result.stdout()),
        printed(result.stderr()));
  }

  private static String detail(Outcome outcome) {
    Remedy remedy = Remedy.of(outcome.kind());
    return remedy == null ? outcome.detail() : outcome.detail() + "; " + remedy.text();
  }

  private static String took(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return millis < 10
        ? String.format(Locale.ROOT, "%.2f ms", millis)
        : Words.duration(Math.round(millis));
  }

  private static CommandView.Printed printed(Output output) {
    byte[] bytes = output.bytes();
    int shown = Math.min(bytes.length, BYTES_SHOWN);
    String note = output.truncated() ? "It printed more than may be kept, and was stopped." : "";
    if (shown < bytes.length) {
      note = ("Only the first " + Words.bytes(shown) + " are shown. " + note).strip();
    }
    String text = new String(bytes, 0, shown, StandardCharsets.UTF_8);
    return new CommandView.Printed(text, Words.bytes(bytes.length), note);
  }

  private void remove(Context ctx) {
    Command unused = service.commands().remove(Gate.actor(ctx), ctx.pathParam("name"));
    ctx.redirect("/commands", HttpStatus.SEE_OTHER);
  }

  private void show(Context ctx, Command command, CommandView.Trial trial) {
    Caller caller = Gate.caller(ctx);
    boolean mayCall = caller.may(Role.OPERATOR);
    List<StoredAudit> calls = calls(command);
    String help = help(ctx, command, mayCall);
    CommandView view =
        new CommandView(
            CommandsPage.row(service, command, calls.size()),
            help,
            help.isEmpty() ? noHelp(command, mayCall) : "",
            calls.stream().map(StoredAudit::entry).map(CommandPage::called).toList(),
            mayCall ? trial : null,
            canRemove(caller, command));
    pages.show(ctx, "command/one.jte", command.name(), Frame.Place.COMMANDS, view);
  }

  private List<StoredAudit> calls(Command command) {
    AuditQuery.Filter filter = new AuditQuery.Filter(null, command.name(), null, null);
    return service.engine().audit(AuditQuery.latest(CALLS_SHOWN).withFilter(filter));
  }

  private static CommandView.Call called(AuditEntry entry) {
    return new CommandView.Call(
        entry.at(),
        entry.caller().principal(),
        entry.outcome().toString(),
        entry.outcome().kind().isDenial(),
        took(entry.cost().wallNanos()),
        entry.caller().run());
  }

  private String help(Context ctx, Command command, boolean mayCall) {
    return (mayCall
            ? service.commands().help(Gate.actor(ctx), command)
            : service.commands().knownHelp(command))
        .orElse("");
  }

  private static String noHelp(Command command, boolean mayCall) {
    if (command.mode() == ArgumentMode.STDIN1) {
      return "It takes its arguments as the first line of its input, so it has no options.";
    }
    return mayCall
        ? "It does not answer to --help, or the policy does not let you call it."
        : "Nobody who may call it has asked for its help yet.";
  }

  private boolean canRemove(Caller caller, Command command) {
    return caller.may(Role.ADMIN)
        && command.origin() == Command.Origin.REGISTERED
        && service.commands().mayChange(caller.principal());
  }
}
