package dev.escarole.web.page.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.audit.CallPicture;
import dev.escarole.web.app.audit.CallsQuery;
import dev.escarole.web.app.command.CalledCommand;
import dev.escarole.web.app.command.CommandCallRequest;
import dev.escarole.web.app.command.CommandDetail;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The page of one command: its program, its help, its last calls, and a form that calls it. */
public final class CommandPage {

  private static final int CALLS_SHOWN = 10;
  private static final int BYTES_SHOWN = 64 << 10;

  /** Most bytes of each output of a command that is called here. */
  private static final long TRIAL_OUTPUT = 1L << 20;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Pages pages;
  private final Function<Context, Escarole> escarole;

  /**
   * @param escarole the application for the sender of a request
   */
  public CommandPage(Pages pages, Function<Context, Escarole> escarole) {
    this.pages = pages;
    this.escarole = escarole;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/commands/{name}", this::look, Role.VIEWER);
    routes.post("/commands/{name}", this::use, Role.OPERATOR);
    routes.post("/commands/{name}/remove", this::remove, Role.ADMIN);
  }

  private void look(Context ctx) {
    show(ctx, new CommandView.Trial(List.of(""), "", null, null));
  }

  private void use(Context ctx) {
    List<String> arguments = new ArrayList<>(ctx.formParams("argument"));
    String stdin = Objects.toString(ctx.formParam("stdin"), "").replace("\r\n", "\n");
    String button = Objects.toString(ctx.formParam("do"), "call");
    if (button.equals("call")) {
      call(ctx, arguments, stdin);
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
    show(ctx, new CommandView.Trial(arguments, stdin, null, null));
  }

  @SuppressWarnings("NullAway") // A compact constructor loses the annotation of an array.
  private void call(Context ctx, List<String> arguments, String stdin) {
    // An empty last row is one that was not filled in.
    int last = arguments.size() - 1;
    List<String> given =
        last >= 0 && arguments.get(last).isEmpty() ? arguments.subList(0, last) : arguments;
    CommandCallRequest call =
        new CommandCallRequest(name(ctx), given, stdin, null, List.of(), TRIAL_OUTPUT);
    CommandView.Trial trial;
    try {
      CommandView.Result result = result(given, escarole.apply(ctx).call(call));
      trial = new CommandView.Trial(arguments, stdin, result, null);
    } catch (RefusedException e) {
      if (e.code().kind() == RefusalCode.Kind.NOT_FOUND) {
        throw e;
      }
      ctx.status(
          ctx.header("HX-Request") == null ? HttpStatus.UNPROCESSABLE_CONTENT : HttpStatus.OK);
      String why = Sentences.of(e.getMessage()) + " " + e.hint();
      trial = new CommandView.Trial(arguments, stdin, null, why);
    }
    show(ctx, trial);
  }

  private static String name(Context ctx) {
    return ctx.pathParam("name");
  }

  private static CommandView.Result result(List<String> arguments, CalledCommand called) {
    List<String> argv = new ArrayList<>(List.of(called.command()));
    argv.addAll(arguments);
    return new CommandView.Result(
        argv,
        called.outcome(),
        called.outcome().equals("exited") && called.exitCode() == 0,
        called.denied(),
        called.exitCode(),
        called.remedy() == null ? called.detail() : called.detail() + "; " + called.remedy(),
        Words.number(called.fuelUsed()),
        took(called.wallNanos()),
        Words.bytes(called.peakMemoryBytes()),
        printed(called.stdout(), called.stdoutBase64(), called.stdoutTruncated()),
        printed(called.stderr(), called.stderrBase64(), called.stderrTruncated()));
  }

  private static String took(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return millis < 10
        ? String.format(Locale.ROOT, "%.2f ms", millis)
        : Words.duration(Math.round(millis));
  }

  private static CommandView.Printed printed(
      @Nullable String text, byte @Nullable [] binary, boolean truncated) {
    byte[] bytes =
        binary == null ? Objects.toString(text, "").getBytes(StandardCharsets.UTF_8) : binary;
    int shown = Math.min(bytes.length, BYTES_SHOWN);
    String note = truncated ? "It wrote more than the limit, and was stopped." : "";
    if (shown < bytes.length) {
      note = ("First " + Words.bytes(shown) + ". " + note).strip();
    }
    String part = new String(bytes, 0, shown, StandardCharsets.UTF_8);
    return new CommandView.Printed(part, Words.bytes(bytes.length), note);
  }

  private void remove(Context ctx) {
    Object unused = escarole.apply(ctx).removeCommand(new CommandName(name(ctx)));
    ctx.redirect("/commands", HttpStatus.SEE_OTHER);
  }

  private void show(Context ctx, CommandView.Trial trial) {
    Caller caller = Gate.caller(ctx);
    boolean mayCall = caller.may(Role.OPERATOR);
    Escarole application = escarole.apply(ctx);
    CommandDetail detail = application.command(new CommandName(name(ctx)));
    CommandPicture command = detail.command();
    String help =
        detail.help() == null && mayCall
            ? application.help(new CommandName(command.name())).text()
            : detail.help();
    CommandView view =
        new CommandView(
            CommandsView.Row.of(command),
            Objects.toString(help, ""),
            help == null ? noHelp(command, mayCall) : "",
            application.calls(CallsQuery.of(command.name(), CALLS_SHOWN)).calls().stream()
                .map(CommandPage::called)
                .toList(),
            mayCall ? trial : null,
            caller.may(Role.ADMIN) && detail.removable());
    pages.show(ctx, "command/one.jte", command.name(), Frame.Place.COMMANDS, view);
  }

  private static CommandView.Call called(CallPicture call) {
    return new CommandView.Call(
        call.at(),
        call.principal(),
        call.ending(),
        call.denied(),
        took(call.wallNanos()),
        call.run());
  }

  private static String noHelp(CommandPicture command, boolean mayCall) {
    if (command.mode() == ArgumentMode.STDIN1) {
      return "It takes its arguments as the first line of its input, so it has no options.";
    }
    return mayCall
        ? "It does not support --help, or the policy does not let you call it."
        : "Not known until someone who may call it opens this page.";
  }
}
