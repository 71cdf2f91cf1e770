package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.recipe.RecipeReader;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Outputs that are large beside the heap are in memory once, and not longer than needed. */
@Timeout(300)
class LargeOutputTest {

  /** Bytes of the output, for which there is room in the heap once, and not twice. */
  private static final int BYTES = 220_000_000;

  /** The young generation is small, so that the old one can hold what is large. */
  private static final List<String> HEAP =
      List.of("-Xmx430m", "-XX:NewSize=24m", "-XX:MaxNewSize=24m", "-XX:+UseSerialGC");

  @TempDir Path directory;

  /**
   * One that is collected, joined with others, handed on to a command and stored.
   *
   * @param args the data directory
   */
  public static void main(String[] args) throws Exception {
    Limits limits = Limits.defaults().withOutputBytes(256 << 20).withStdinBytes(256 << 20);
    EngineOptions options =
        EngineOptions.at(Path.of(args[0])).withLimits(limits.withFuel(1_000_000_000_000L));
    try (Engine engine = Engine.open(options)) {
      engine.addCommand("stage", TestPrograms.stage(), ArgumentMode.ARGV);
      RunRequest request =
          request("[{parallel: true, template: [stage put %d, echo x]}, wc -c]".formatted(BYTES));
      System.out.println(engine.run(request).stdout().text().strip());
    }
  }

  private static RunRequest request(String recipe) {
    return RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build();
  }

  @Test
  void it_is_never_held_twice() throws Exception {
    String data = directory.resolve("data").toString();
    try (ChildJvm child = ChildJvm.start(List.of(), HEAP, LargeOutputTest.class, data)) {
      assertThat(Integer.parseInt(child.line())).isBetween(BYTES + 50, BYTES + 100);
      assertThat(child.await()).isZero();
    }
  }

  @Test
  void an_engine_that_waits_for_work_holds_no_output_any_more() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(directory.resolve("data")))) {
      WeakReference<Content> output = output(engine);
      while (output.get() != null) {
        System.gc();
      }
      assertThat(engine.running()).isEmpty();
    }
  }

  private static WeakReference<Content> output(Engine engine) throws Exception {
    CompletableFuture<WeakReference<Content>> written = new CompletableFuture<>();
    RunRequest request =
        RunRequest.of(new RecipeReader().read("[seq 100000, wc -l]", "t.yaml"))
            .listener(
                event -> {
                  if (event instanceof RunEvent.AttemptEnded end
                      && end.step().path().equals("0.0")) {
                    written.complete(new WeakReference<>(end.result().stdout()));
                  }
                })
            .build();
    var unused = engine.run(request);
    return written.get();
  }
}
