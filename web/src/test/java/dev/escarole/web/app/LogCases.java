package dev.escarole.web.app;

import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogQuery;
import java.util.List;

/** Cases of {@link EscaroleContractTest} about the log of a run. */
@SuppressWarnings("NullAway") // Requests hold null for fields that are not given.
final class LogCases extends ContractCases {

  /**
   * @param done a run in which several commands printed something
   */
  LogCases(Twins twins, String done) {
    super(twins);
    for (String run : List.of(done, "last", twins.interrupted.peek(), "nothing")) {
      same(LogVerbs.LOG, run, LogQuery.of(run));
    }
    for (String branch : List.of("0.0", "fan", "0.0.1", "0.1", "0.9", "lost")) {
      same(LogVerbs.LOG, "of " + branch, LogQuery.of(done).of(branch, null));
    }
    for (String stream : List.of("stdout", "stderr", "stdin")) {
      same(LogVerbs.LOG, stream, LogQuery.of(done).of(null, stream));
    }
    LogPage first = twins.local.log(new LogQuery(done, null, null, false, 1, null));
    same(LogVerbs.LOG, "one part", new LogQuery(done, null, null, false, 1, null));
    same(LogVerbs.LOG, "the next", new LogQuery(done, null, null, false, 1, first.next()));
    LogPage last = twins.local.log(new LogQuery(done, null, null, true, 1, null));
    same(LogVerbs.LOG, "the last part", new LogQuery(done, null, null, true, 1, null));
    same(LogVerbs.LOG, "before it", new LogQuery(done, null, null, false, 1, last.previous()));
    same(LogVerbs.LOG, "after it", LogQuery.of(done).from(last.end()));
    same(LogVerbs.LOG, "a cursor of nothing", LogQuery.of(done).from("zzz"));
    same(LogVerbs.LOG, "no part", new LogQuery(done, null, null, false, 0, null));
  }
}
