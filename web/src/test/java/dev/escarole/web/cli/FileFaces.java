package dev.escarole.web.cli;

import dev.escarole.web.app.InboxVerbs;
import dev.escarole.web.app.RunVerbs;
import dev.escarole.web.app.Twins;
import dev.escarole.web.app.inbox.RetryRequest;
import dev.escarole.web.app.run.RunFileList.FileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.ScheduleFaces.Asking;
import java.util.List;

/** What is asked of files of runs and of the inbox in {@link FacesContractTest}. */
final class FileFaces {

  private FileFaces() {}

  /**
   * @param done a run without files
   * @param keeper a run that keeps files
   */
  static void files(String done, String keeper, Asking cases) {
    for (String run : List.of(done, keeper, "nothing")) {
      String list = "runs files " + run;
      cases.ask(RunVerbs.FILES, () -> new RunName(run), list + " --json", list);
      for (String file : List.of("kept-1", "kept-9", "given-0")) {
        String words = list + " " + file;
        cases.ask(RunVerbs.FILE, () -> new FileQuery(run, file), words, words);
      }
      for (String path : List.of("d", "..", "l")) {
        cases.ask(
            RunVerbs.WORKSPACE,
            () -> new WorkspaceList.Query(run, path),
            "runs workspace " + run + " " + path + " --json",
            null);
      }
      for (String path : List.of("report", "l", "../workspace/report")) {
        cases.ask(
            RunVerbs.WORKSPACE_FILE,
            () -> new WorkspaceList.Query(run, path),
            "runs workspace " + run + " " + path,
            null);
      }
    }
  }

  /** What goes into runs and out of them without anybody. */
  static void around(Twins twins, Asking cases) {
    inbox(twins, cases);
    NotificationFaces.ask(cases);
  }

  private static void inbox(Twins twins, Asking cases) {
    cases.ask(
        InboxVerbs.INBOX,
        () -> {
          String unused = twins.failedFile();
          return NoInput.NONE;
        },
        "inbox list --json",
        "inbox");
    cases.ask(
        InboxVerbs.RETRY,
        () -> new RetryRequest(twins.failedFile()),
        "inbox retry again.csv --json",
        "inbox --retry again.csv");
    cases.ask(
        InboxVerbs.RETRY,
        () -> new RetryRequest("nothing.csv"),
        "inbox retry nothing.csv --json",
        "inbox --retry nothing.csv");
  }
}
