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
import dev.escarole.web.app.command.VerifiedCommand;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The page of one command: its program, its help, its last calls, and a form that calls it. */
public final class CommandPage {

  private static final int CALLS_SHOWN = 10;
  private static final int BYTES_SHOWN = 64 << 10;

  /** Most bytes of each output of a command that is called here. */
  private static final long TRIAL_OUTPUT = 1L << 20;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Pages pages;

  public CommandPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param help its answer to {@code --help}; empty if that is not known
   * @param noHelp why it is not known; empty if it is
   * @param calls its last calls, newest first
   * @param trial null if the caller may not call commands
   * @param canRemove whether the caller may remove it
   * @param verified what came of verifying it; null if that was not asked for
   */
  public record View(
      CommandPicture command,
      String help,
      String noHelp,
      List<CallPicture> calls,
      @Nullable Trial trial,
      boolean canRemove,
      @Nullable VerifiedCommand verified) {}

  /**
   * The form that calls it.
   *
   * @param arguments one for each row
   * @param result null if nothing was called
   * @param error why nothing was called; null if it was not refused
   */
  public record Trial(
      List<String> arguments, String stdin, @Nullable Result result, @Nullable String error) {

    static final Trial EMPTY = new Trial(List.of(""), "", null, null);
  }

  /** The result of a call. */
  public record Result(List<String> argv, CalledCommand called) {

    /** Whether it exited with code 0. */
    public boolean good() {
      return called.outcome().equals("exited") && called.exitCode() == 0;
    }

    public String detail() {
      return called.remedy() == null ? called.detail() : called.detail() + "; " + called.remedy();
    }

    public Printed stdout() {
      return Printed.of(called.stdout(), called.stdoutBase64(), called.stdoutTruncated());
    }

    public Printed stderr() {
      return Printed.of(called.stderr(), called.stderrBase64(), called.stderrTruncated());
    }
  }

  /**
   * An output of a command.
   *
   * @param text its first part
   * @param note says what is missing; empty if nothing is
   */
  public record Printed(String text, String size, String note) {

    static Printed of(@Nullable String text, byte @Nullable [] binary, boolean truncated) {
      byte[] bytes =
          binary == null ? Objects.toString(text, "").getBytes(StandardCharsets.UTF_8) : binary;
      int shown = Math.min(bytes.length, BYTES_SHOWN);
      String note = truncated ? "It wrote more than the limit, and was stopped." : "";
      if (shown < bytes.length) {
        note = ("First " + Words.bytes(shown) + ". " + note).strip();
      }
      String part = new String(bytes, 0, shown, StandardCharsets.UTF_8);
      return new Printed(part, Words.bytes(bytes.length), note);
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/commands/{name}", ctx -> show(ctx, Trial.EMPTY, null), Role.VIEWER);
    routes.post("/commands/{name}", this::use, Role.OPERATOR);
    routes.post("/commands/{name}/remove", this::remove, Role.ADMIN);
    routes.post("/commands/{name}/verify", this::verify, Role.OPERATOR);
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
    show(ctx, new Trial(arguments, stdin, null, null), null);
  }

  @SuppressWarnings("NullAway") // A compact constructor loses the annotation of an array.
  private void call(Context ctx, List<String> arguments, String stdin) {
    // An empty last row is one that was not filled in.
    int last = arguments.size() - 1;
    List<String> given =
        last >= 0 && arguments.get(last).isEmpty() ? arguments.subList(0, last) : arguments;
    CommandCallRequest call =
        new CommandCallRequest(name(ctx).name(), given, stdin, null, List.of(), TRIAL_OUTPUT);
    Result result = null;
    String error = null;
    try {
      CalledCommand called = pages.escarole(ctx).call(call);
      result =
          new Result(Stream.concat(Stream.of(called.command()), given.stream()).toList(), called);
    } catch (RefusedException e) {
      if (e.code().kind() == RefusalCode.Kind.NOT_FOUND) {
        throw e;
      }
      ctx.status(Pages.isScripted(ctx) ? HttpStatus.OK : HttpStatus.UNPROCESSABLE_CONTENT);
      error = Words.sentence(e.getMessage()) + " " + e.hint();
    }
    show(ctx, new Trial(arguments, stdin, result, error), null);
  }

  private static CommandName name(Context ctx) {
    return new CommandName(ctx.pathParam("name"));
  }

  /** How long a call took; most are over within milliseconds. */
  public static String took(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return millis < 10
        ? String.format(Locale.ROOT, "%.2f ms", millis)
        : Words.duration(Math.round(millis));
  }

  private void remove(Context ctx) {
    Object unused = pages.escarole(ctx).removeCommand(name(ctx));
    ctx.redirect("/commands", HttpStatus.SEE_OTHER);
  }

  private void verify(Context ctx) {
    show(ctx, Trial.EMPTY, pages.escarole(ctx).verifyCommand(name(ctx)));
  }

  private void show(Context ctx, Trial trial, @Nullable VerifiedCommand verified) {
    Caller caller = Gate.caller(ctx);
    boolean mayCall = caller.may(Role.OPERATOR);
    Escarole escarole = pages.escarole(ctx);
    CommandDetail detail = escarole.command(name(ctx));
    CommandPicture command = detail.command();
    String help =
        detail.help() == null && mayCall
            ? escarole.help(new CommandName(command.name())).text()
            : detail.help();
    View view =
        new View(
            command,
            Objects.toString(help, ""),
            help == null ? noHelp(command, mayCall) : "",
            escarole.calls(CallsQuery.of(command.name(), CALLS_SHOWN)).calls(),
            mayCall ? trial : null,
            caller.may(Role.ADMIN) && detail.removable(),
            verified);
    pages.show(ctx, "command/one.jte", command.name(), Frame.Place.COMMANDS, view);
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
