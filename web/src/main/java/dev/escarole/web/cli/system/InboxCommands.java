package dev.escarole.web.cli.system;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.inbox.InboxPicture;
import dev.escarole.web.app.inbox.RetriedFile;
import dev.escarole.web.app.inbox.RetryRequest;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the inbox of a server, and puts failed files back. */
public final class InboxCommands {

  private InboxCommands() {}

  /** Lists the files of the inbox. */
  @Command(
      name = "list",
      description = "Lists files that failed, are under way or wait, and says how many are done.")
  public static final class Listing extends AskingCommand<InboxPicture> {

    @Override
    protected InboxPicture ask(Escarole escarole) {
      return escarole.inbox(NoInput.NONE);
    }

    @Override
    protected void show(InboxPicture inbox, Reach reach) {
      Columns files = new Columns("STATE", "FILE", "RUN", "REASON");
      inbox
          .failed()
          .forEach(
              each -> files.row("failed", each.file(), text(each.run()), firstLine(each.reason())));
      inbox
          .underWay()
          .forEach(
              each ->
                  files.row(
                      each.run() == null ? "claimed" : "running",
                      each.file(),
                      text(each.run()),
                      text(each.reason())));
      inbox.waiting().forEach(each -> files.row("waiting", each.file(), "", ""));
      files.print(console);
      InboxPicture.InboxCounts counts = inbox.counts();
      console.say(
          "%s: %s waiting, %s under way, %s done, %s failed"
              .formatted(
                  TextFormat.plain(inbox.directory()),
                  counts.waiting(),
                  counts.underWay(),
                  counts.done(),
                  counts.failed()));
      if (counts.left() > 0) {
        console.say(
            "left where they are, because no recipe takes them: "
                + TextFormat.count(counts.left(), "file", "files"));
      }
      if (inbox.trouble() != null) {
        console.say("attention: " + TextFormat.plain(inbox.trouble()));
      }
    }

    private static String text(@Nullable String text) {
      return text == null ? "" : text;
    }

    private static String firstLine(String text) {
      return text.lines().findFirst().orElse("");
    }
  }

  /** Puts a failed file back. */
  @Command(
      name = "retry",
      description = "Puts a failed file back into the inbox, where it is taken like a new one.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole inbox retry orders.csv")
  public static final class Retry extends AskingCommand<RetriedFile> {

    @Parameters(
        index = "0",
        paramLabel = "FILE",
        description = "Name of a file in the directory 'failed' of the inbox.")
    private String file = "";

    @Override
    protected RetriedFile ask(Escarole escarole) {
      return escarole.retryFile(new RetryRequest(file));
    }

    @Override
    protected void show(RetriedFile retried, Reach reach) {
      console.say("'" + TextFormat.plain(retried.file()) + "' is in the inbox again");
    }
  }
}
