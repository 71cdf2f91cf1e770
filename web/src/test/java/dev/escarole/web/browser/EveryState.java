package dev.escarole.web.browser;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.Twins;
import dev.escarole.web.app.local.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An installation that has something of everything that pages show: runs in each state, joins that
 * hold and that do not, recipes that are right and wrong, schedules, an inbox, channels.
 *
 * @param runs their ids by what is special about them
 */
record EveryState(Site site, Inbox inbox, Schedules schedules, Map<String, String> runs)
    implements AutoCloseable {

  private static final String REVIEW =
      """
      name: review
      description: |
        Looks at a **draft** from several sides; two of them are enough.

        - spelling
        - facts
      args: ["draft=Just whisk <b>oil</b> & lemon.", "times:int=2", "tone:enum(dry,warm)=dry", "names:array=[]"]
      artifacts: {notes: "out/*.txt", missing: "*.pdf"}
      template:
        - label: panel
          parallel: true
          min_successful: 3
          template:
            - {label: structure, template: "echo {draft}"}
            - {label: facts, retry: 2, template: "cat /reference/lettuces.txt"}
            - {label: second opinion, timeout: 200, template: "sleep 60"}
            - {label: nothing to say, template: "true"}
            - {label: wording, template: ["echo {draft}", "wc -w", "cat"]}
            - {label: never, when: false, template: "echo {tone} {names}"}
            - label: each chapter
              parallel: true
              repeat: 12
              template: "echo chapter {index} of {times}"
        - mkdir out
        - printf 'one\\ntwo\\n'
        - tee out/notes.txt
      """;

  private static final String UNUSABLE =
      """
      name: survey
      template:
        - {label: plots, parallel: true, min_successful: 4, failure: branch, repeat: 9, template: "cat /in/plot-{index}.csv"}
        - wc -l
      """;

  private static final String RUNNING =
      """
      name: watering
      template:
        - parallel: true
          template:
            - {label: bed one, template: "sleep 86400"}
            - {label: bed two, template: "cat /in/two"}
            - {label: bed three, delay: 86400000, template: "echo three"}
            - {label: bed four, template: "echo four"}
        - wc -l
      """;

  private static final String WAITING =
      """
      name: release
      template:
        - echo 'draft <i>two</i>'
        - parallel: true
          template:
            - {label: sign-off, await: approval, approvals: 2, show: "Release it?", timeout: 864000000}
            - {label: build, await: callback}
      """;

  private static final String ONE_AT_A_TIME =
      """
      name: mowing
      launch: {at_once: 1, queue: 5}
      template: {template: sleep 86400}
      """;

  private static final String NIGHTLY =
      """
      name: nightly
      schedule: {cron: "0 * * * *", within: 6h}
      notify: {on: [done, failed, degraded], to: log}
      template: "echo {scheduled_for=now}"
      """;

  private static final String TESTS =
      """
      tests:
        - {name: says nothing wrong, expect: {stdout: {contains: "chapter"}}}
        - {name: expects too much, expect: {stdout: {contains: "a chapter that nobody wrote"}}}
      """;

  /** The recipe whose join is degraded and whose files are kept. */
  static final String DEGRADED = "degraded";

  static EveryState open(Path directory) throws IOException, InterruptedException {
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("notify.yaml"), "channels: {log: {file: told.jsonl}}\n");
    Map<String, String> recipes =
        Map.of(
            "review.yaml", REVIEW,
            "review.test.yaml", TESTS,
            "nightly.yaml", NIGHTLY,
            "broken.yaml", "name: broken\ntemplate: [echo {, 7]\n",
            "warned.yaml",
                "name: warned\nargs: [dir]\ntemplate: [\"bash -c 'echo hi'\", \"rm -rf {dir}\"]\n");
    // What runs must not reach its time limit while the pages are walked.
    Limits limits = Limits.defaults().withWallClock(Duration.ofHours(24));
    Site site = Site.open(directory, recipes, limits);
    Schedules schedules = Twins.schedules(site.engine(), site.folder(), 1);
    Path place = Files.createDirectories(directory.resolve("inbox"));
    drop(place);
    Inbox inbox =
        new Installation(site.engine(), site.folder(), InstantSource.system())
            .openInbox(place, InboxOptions.defaults());
    return new EveryState(site, inbox, schedules, runs(site));
  }

  private static void drop(Path inbox) throws IOException {
    Path failed = Files.createDirectories(inbox.resolve("failed"));
    Files.writeString(failed.resolve("beds.csv"), "x\n");
    Files.writeString(
        failed.resolve("beds.csv.error.txt"), "The recipe failed.\nSee the run.\nrun: none\n");
    Files.createDirectories(inbox.resolve("outbox/a.csv-20261123-101010-abcdef"));
    Files.writeString(inbox.resolve("left.bin"), "x");
  }

  private static Map<String, String> runs(Site site) throws InterruptedException {
    Engine engine = site.engine();
    Map<String, String> runs = new LinkedHashMap<>();
    runs.put("done", engine.run(request("name: greet\ntemplate: echo hello")).run().value());
    runs.put(DEGRADED, engine.run(request(REVIEW)).run().value());
    runs.put("failed", engine.run(request(UNUSABLE)).run().value());
    runs.put("notified", engine.run(request(NIGHTLY)).run().value());
    RunHandle cancelled = engine.start(request(RUNNING));
    cancelled.cancel();
    runs.put("cancelled", cancelled.await().run().value());
    runs.put("running", engine.start(request(RUNNING)).id().value());
    runs.put("waiting", engine.start(request(WAITING)).id().value());
    String first = engine.start(request(ONE_AT_A_TIME)).id().value();
    runs.put("queued", engine.start(request(ONE_AT_A_TIME)).id().value());
    runs.put("first in line", first);
    await(engine, runs.get("waiting"), "0.1.0");
    await(engine, runs.get("waiting"), "0.1.1");
    return runs;
  }

  private static void await(Engine engine, String run, String step) {
    while (engine.decisions().last(new RunId(run), step).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private static RunRequest request(String recipe) {
    return RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).label("night").build();
  }

  /** Every page of every run, and the lists. */
  List<String> pages() {
    List<String> pages =
        new ArrayList<>(
            List.of("/runs", "/approvals", "/recipes", "/recipes/review", "/recipes/broken.yaml"));
    pages.addAll(List.of("/inbox", "/notifications", "/system", "/schedules", "/audit"));
    for (RunStatus status : RunStatus.values()) {
      pages.add("/runs?status=" + status.word());
    }
    for (String run : runs.values()) {
      pages.add("/runs/" + run);
    }
    for (String state : List.of(DEGRADED, "failed", "running", "waiting", "queued")) {
      for (String part : List.of("/lanes", "/graph", "/steps", "/files")) {
        pages.add(page(state, part));
      }
    }
    for (String state : List.of(DEGRADED, "failed", "running", "waiting", "cancelled")) {
      pages.add(page(state, "/joins/" + (state.equals("waiting") ? "0.1" : "0.0")));
    }
    for (String step : List.of("0.0.1", "0.0.2", "0.0.3", "0.0.5", "0.0.6", "0.3")) {
      pages.add(page(DEGRADED, "/steps/" + step));
    }
    pages.addAll(List.of(page("running", "/steps/0.0.0"), page("waiting", "/steps/0.1.0")));
    return pages;
  }

  String page(String state, String part) {
    return "/runs/" + runs.get(state) + part;
  }

  @Override
  public void close() {
    site.engine().running().forEach(RunHandle::cancel);
    inbox.close();
    schedules.close();
    site.close();
  }
}
