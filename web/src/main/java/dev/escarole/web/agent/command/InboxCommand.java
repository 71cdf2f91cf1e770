package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.inbox.InboxPicture;
import dev.escarole.web.app.inbox.RetryRequest;
import dev.escarole.web.app.system.NoInput;
import java.util.List;
import java.util.Optional;

/** The command {@code inbox} for the files of a server's inbox. */
final class InboxCommand {

  private static final int SHOWN = 20;
  private static final int REASON = 300;

  private final AgentContext context;

  InboxCommand(AgentContext context) {
    this.context = context;
  }

  CommandDefinition command() {
    return CommandDefinition.of(
        "inbox",
        "Show the files of the inbox, or retry a failed one",
        List.of(
            ArgumentDefinition.of(
                "--retry", ValueType.STRING, "A failed file to put back into the inbox")),
        this::answer,
        List.of("inbox", "inbox --retry orders.csv"),
        Schemas.object("directory", "trouble", "counts", "failed", "underWay", "file"));
  }

  private Answer answer(Call call) {
    Escarole escarole = context.escarole(call);
    Optional<String> retry = call.arguments().text("retry");
    if (retry.isPresent()) {
      return Answer.of(
          Json.object("file", escarole.retryFile(new RetryRequest(retry.get())).file()));
    }
    InboxPicture inbox = escarole.inbox(NoInput.NONE);
    InboxPicture.InboxCounts counts = inbox.counts();
    return Answer.of(
        Json.object(
            "directory",
            inbox.directory(),
            "trouble",
            inbox.trouble(),
            "counts",
            Json.object(
                "waiting", counts.waiting(),
                "underWay", counts.underWay(),
                "done", counts.done(),
                "failed", counts.failed()),
            "failed",
            inbox.failed().stream()
                .limit(SHOWN)
                .map(
                    each ->
                        Json.object(
                            "file", each.file(),
                            "reason", Texts.cut(each.reason(), REASON),
                            "run", each.run()))
                .toList(),
            "underWay",
            inbox.underWay().stream()
                .limit(SHOWN)
                .map(each -> Json.object("file", each.file(), "run", each.run()))
                .toList()));
  }
}
