package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Glyphs;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.cli.text.TerminalText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run on a terminal as a tree that is drawn again in place. Thread-safe: the run's threads
 * tell what happens, a thread of its own draws.
 *
 * <p>While it is open it replaces {@code System.err}, so that a warning of a library is shown above
 * the tree and not through it.
 */
final class LiveProgress implements ProgressView {

  private static final int FRAME_MILLIS = 100;
  private static final String ERASE_BELOW = "\u001b[J";
  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";

  private final Console console;
  private final TreeRenderer renderer;
  private final Object lock = new Object();
  private final TreeState state;
  private final ByteArrayOutputStream others = new ByteArrayOutputStream();
  private final PrintStream before = System.err;
  private final ScheduledExecutorService painter =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "escarole-progress");
            thread.setDaemon(true);
            return thread;
          });

  private @Nullable Future<?> drawing;
  private int frame;
  private int drawn;

  LiveProgress(Console console, StepTree tree) {
    Terminal terminal = console.terminal();
    this.console = console;
    this.state = TreeState.pending(tree);
    this.renderer =
        new TreeRenderer(
            terminal.width() - 1, terminal.height() - 3, Glyphs.of(terminal), console.errPaint());
  }

  LiveProgress open() {
    if (console.isProcess()) {
      System.setErr(new PrintStream(others, true, StandardCharsets.UTF_8));
    }
    drawing = painter.scheduleWithFixedDelay(this::draw, 0, FRAME_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  @Override
  public void step(int index, StepState to, Instant at, @Nullable Instant until, String why) {
    synchronized (lock) {
      state.change(index, to, at);
      if (to == StepState.AWAITING) {
        // A line of the tree may be too short for it.
        say(state.tree().name(index) + ": " + why);
      } else if (!why.isEmpty()) {
        state.note(index, why);
      }
      if (until != null) {
        state.waitUntil(index, until);
      }
    }
  }

  private void say(String line) {
    synchronized (others) {
      others.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private void draw() {
    TreeState now;
    synchronized (lock) {
      now = state.copy();
    }
    List<String> lines = new ArrayList<>(renderer.lines(now, console.clock().instant(), frame++));
    lines.add(renderer.totals(now));
    StringBuilder picture = new StringBuilder();
    if (drawn > 0) {
      picture.append("\r\u001b[").append(drawn).append('A');
    }
    picture.append(ERASE_BELOW).append(takeOthers()).append(NO_WRAP);
    lines.forEach(line -> picture.append(line).append('\n'));
    drawn = lines.size();
    console.err().print(picture.append(WRAP));
    console.err().flush();
  }

  private String takeOthers() {
    synchronized (others) {
      String text = TerminalText.lines(others.toString(StandardCharsets.UTF_8));
      others.reset();
      return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }
  }

  @Override
  public void close() {
    if (drawing != null) {
      drawing.cancel(false);
    }
    painter.shutdown();
    try {
      if (!painter.awaitTermination(1, TimeUnit.SECONDS)) {
        return;
      }
      draw();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (console.isProcess()) {
        System.setErr(before);
      }
    }
  }
}
