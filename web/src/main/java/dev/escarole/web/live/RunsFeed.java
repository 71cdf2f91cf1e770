package dev.escarole.web.live;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.EventData.AllRuns;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.RunsNews;
import dev.escarole.web.app.run.RunsNews.RunProgress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The stream of all runs. */
final class RunsFeed extends Feed {

  private final Map<String, RunProgress> running = new LinkedHashMap<>();
  private final Consumer<RunProgress> progress;

  /**
   * @param progress hears of each run that starts, makes progress or ends
   */
  RunsFeed(String stream, long keptBytes, Consumer<RunProgress> progress) {
    super(stream, keptBytes);
    this.progress = progress;
  }

  @Override
  Following follow(Escarole escarole, Runnable wake) {
    return escarole.followRuns(
        news -> {
          hear(news);
          news.runs().forEach(progress);
          wake.run();
        });
  }

  private synchronized void hear(RunsNews news) {
    if (news.all()) {
      running.clear();
    }
    for (RunProgress run : news.runs()) {
      if (run.hasEnded()) {
        running.remove(run.run());
      } else {
        running.put(run.run(), run);
      }
    }
    if (!isReady()) {
      ready();
    } else if (news.all()) {
      // Runs may have ended while nothing was heard.
      restart();
    } else {
      tell("delta", seq -> new AllRuns(seq, news.runs()));
    }
  }

  @Override
  Object snapshotData(long seq) {
    return new AllRuns(seq, List.copyOf(running.values()));
  }
}
