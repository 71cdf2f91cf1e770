package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/** Five hundred people watch a run of ten thousand steps. */
class CrowdTest {

  private static final int WATCHERS = 500;
  private static final int SAMPLED = 5;
  private static final int BRANCHES = 10_000;

  /** A watcher may cost so much while nothing happens. */
  private static final long MOST_BYTES_EACH = 64 << 10;

  private static final Pattern DONE =
      Pattern.compile("\"path\":\"(0\\.1\\.\\d+)\",\"status\":\"done\"");

  private final Map<String, Long> happened = new ConcurrentHashMap<>();

  private static String recipe() {
    return "{\"template\": [{\"template\": \"sleep 600\", \"failure\": \"continue\"},"
        + " {\"parallel\": true, \"repeat\": %d, \"template\": \"echo {index}\"}]}"
            .formatted(BRANCHES);
  }

  private void note(RunEvent event) {
    if (event instanceof RunEvent.StepChanged change && change.state() == StepState.DONE) {
      happened.put(change.step().path(), System.nanoTime());
    }
  }

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  @Timeout(900)
  void five_hundred_watchers_of_ten_thousand_steps_all_hear_everything(TestReporter reporter)
      throws Exception {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    try (Engine engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
        WebServer server =
            WebServer.start(
                ServerOptions.local(0, "test"), new Installation(engine, InstantSource.system()));
        Crowd crowd = new Crowd()) {
      Subscription subscription = engine.listen(this::note);
      RunHandle run =
          engine.start(RunRequest.of(new RecipeReader().read(recipe(), "test.json")).build());
      String path = "/runs/" + run.id().value() + "/events";
      crowd.join(server.port(), path, true);
      crowd.readUntilAllHave(500);
      long before = used();
      for (int i = 1; i < WATCHERS; i++) {
        crowd.join(server.port(), path, i < SAMPLED);
      }
      crowd.readUntilAllHave(500);
      long each = (used() - before) / WATCHERS;

      long start = System.nanoTime();
      run.cancel("0.0");
      crowd.readToEnd();
      long took = System.nanoTime() - start;
      subscription.close();

      List<Long> delays = delays(crowd);
      reporter.publishEntry(figures(crowd, each, took, delays));
      // Where a chunk of the answer ends within a step, the step is not found.
      assertThat(delays.size()).isGreaterThan(SAMPLED * BRANCHES * 9 / 10);
      assertThat(each).isLessThan(MOST_BYTES_EACH);
    }
  }

  private List<Long> delays(Crowd crowd) {
    List<Long> delays = new ArrayList<>();
    for (Crowd.Member member : crowd.members().subList(0, SAMPLED)) {
      Map<String, Long> first = new HashMap<>();
      Matcher matcher = DONE.matcher(member.text());
      while (matcher.find()) {
        first.putIfAbsent(matcher.group(1), member.arrival(matcher.end()));
      }
      first.forEach((step, at) -> delays.add(at - happened.getOrDefault(step, at)));
    }
    Collections.sort(delays);
    return delays;
  }

  private static Map<String, String> figures(Crowd crowd, long each, long took, List<Long> delays) {
    long bytes = crowd.members().stream().mapToLong(Crowd.Member::bytes).sum();
    return Map.of(
        "bytesOfHeapForEachWatcher", Long.toString(each),
        "millisUntilAllHadTheEnd", Long.toString(took / 1_000_000),
        "megabytesSent", Long.toString(bytes >> 20),
        "delayP50Millis", Long.toString(delays.get(delays.size() / 2) / 1_000_000),
        "delayP99Millis", Long.toString(delays.get(delays.size() * 99 / 100) / 1_000_000),
        "tellerCpuMillis", Long.toString(tellerCpu() / 1_000_000));
  }

  /** Processor time of the one thread that makes and writes the events. */
  private static long tellerCpu() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals("escarole-live")) {
        return threads.getThreadCpuTime(thread.getThreadId());
      }
    }
    return -1;
  }
}
