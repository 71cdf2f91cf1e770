package dev.escarole.web.app.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.EventData;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunsNews;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of live events, and opens it again when it breaks off, unless the server does not
 * answer for too long. Thread-safe.
 */
abstract class RemoteFollowing implements Following {

  private static final long PAUSE_MILLIS = 500;

  /** In a row, before the server is given up. */
  private static final int MOST_FAILURES = 10;

  private final Server server;
  private final String path;
  private final CompletableFuture<RunHead> end = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread reader;
  private int failures;

  /** What is being read; null while nothing is. */
  private volatile Transport.@Nullable Answer stream;

  /**
   * @param path of the stream
   */
  RemoteFollowing(Server server, String path) {
    this.server = server;
    this.path = path;
    this.reader = new Thread(this::follow, "escarole-follow " + path);
    reader.setDaemon(true);
  }

  Following begin() {
    reader.start();
    return this;
  }

  /** Returns the end of what is followed, if it has ended; called before the stream is opened. */
  abstract @Nullable RunHead look();

  /**
   * Takes in an event; called by one thread.
   *
   * @return whether to look for the end
   * @throws IllegalArgumentException if an Escarole server does not send such an event
   */
  abstract boolean hear(String event, JsonNode data);

  private void follow() {
    try {
      while (!end.isDone()) {
        boolean again = false;
        try {
          RunHead head = look();
          if (head != null) {
            end.complete(head);
            return;
          }
          again = readStream();
        } catch (RefusedException e) {
          RefusalCode.Kind kind = e.code().kind();
          boolean passing =
              kind == RefusalCode.Kind.UNREACHABLE || kind == RefusalCode.Kind.UNAVAILABLE;
          if (!passing || ++failures >= (server.mayComeBack() ? MOST_FAILURES : 1)) {
            throw e;
          }
        }
        if (!again && closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  /** Reads events until the stream ends or breaks off; returns whether to look at once. */
  private boolean readStream() {
    Transport.Request request =
        new Transport.Request("GET", path, Map.of("Accept", Server.EVENTS), new byte[0]);
    try (Transport.Answer answer = server.send(request)) {
      stream = answer;
      if (closed.getCount() == 0) {
        return false;
      }
      Server.require(answer, Server.EVENTS);
      return read(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      // It broke off, and is opened again.
      return false;
    } finally {
      stream = null;
    }
  }

  private boolean read(BufferedReader lines) throws IOException {
    String event = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event:")) {
        event = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:") && take(event, line.substring("data:".length()))) {
        return true;
      }
    }
    return false;
  }

  private boolean take(String event, String data) {
    try {
      boolean over = hear(event, Documents.mapper().readTree(data));
      failures = 0;
      return over;
    } catch (JsonProcessingException | IllegalArgumentException e) {
      end.completeExceptionally(Server.foreign(String.valueOf(e.getMessage())));
      return true;
    }
  }

  @Override
  public CompletableFuture<RunHead> end() {
    return end;
  }

  @Override
  public void close() {
    end.cancel(false);
    closed.countDown();
    Transport.Answer open = stream;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // Nobody reads it any more.
      }
    }
    reader.interrupt();
  }

  /** The news of all runs of another process. */
  static final class OfRuns extends RemoteFollowing {

    private final Consumer<RunsNews> listener;

    OfRuns(Server server, Consumer<RunsNews> listener) {
      super(server, "/api/v1/runs/events");
      this.listener = listener;
    }

    @Override
    @Nullable RunHead look() {
      return null;
    }

    @Override
    boolean hear(String event, JsonNode document) {
      EventData.AllRuns data = Documents.convert(document, EventData.AllRuns.class);
      listener.accept(new RunsNews(event.equals("snapshot"), data.runs()));
      return false;
    }
  }
}
