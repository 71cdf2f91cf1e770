package dev.escarole.web.app;

import dev.escarole.web.app.inbox.InboxPicture;
import dev.escarole.web.app.inbox.RetriedFile;
import dev.escarole.web.app.inbox.RetryRequest;
import dev.escarole.web.app.system.NoInput;
import java.util.Set;

/** The verbs of the inbox. */
public final class InboxVerbs {

  public static final Verb<NoInput, InboxPicture> INBOX =
      new Verb<>(
          "inbox.read",
          "getInbox",
          "inbox",
          "Shows the files of the inbox: waiting, under way, done and failed",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/inbox", 200),
          NoInput.class,
          InboxPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.FORBIDDEN),
          Escarole::inbox);

  public static final Verb<RetryRequest, RetriedFile> RETRY =
      new Verb<>(
          "inbox.retry",
          "retryFile",
          "inbox",
          "Puts a failed file back into the inbox, where it is taken like a new one",
          "Only for callers who may change runs of the inbox's principal.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/inbox/retry", 200),
          RetryRequest.class,
          RetriedFile.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::retryFile);

  private InboxVerbs() {}
}
