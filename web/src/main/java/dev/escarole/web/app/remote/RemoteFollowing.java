package dev.escarole.web.app.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.run.StepsQuery;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows a run over its stream of live events. When the stream breaks off, the run is asked for,
 * and if it goes on, so does the stream. Thread-safe.
 */
final class RemoteFollowing implements Following {

  private static final int LARGEST_PAGE = 1000;
  private static final int NO_CONTENT = 204;

  /** Before a stream is asked for again. */
  private static final long PAUSE_MILLIS = 500;

  /** Asked of a server that is gone, before that is taken for the end. */
  private static final int MOST_QUESTIONS = 10;

  private final Escarole escarole;
  private final Server server;
  private final RunName run;
  private final Consumer<RunNews> listener;
  private final FollowedSteps steps = new FollowedSteps();
  private final CompletableFuture<RunHead> end = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread teller;

  /** What is being read; null while nothing is. */
  private volatile Transport.@Nullable Answer stream;

  private RemoteFollowing(
      Escarole escarole, Server server, RunHead head, Consumer<RunNews> listener) {
    this.escarole = escarole;
    this.server = server;
    this.run = new RunName(head.run());
    this.listener = listener;
    this.teller = new Thread(this::tell, "escarole-follow-" + head.run());
    teller.setDaemon(true);
  }

  static Following begin(
      Escarole escarole, Server server, RunHead head, Consumer<RunNews> listener) {
    RemoteFollowing following = new RemoteFollowing(escarole, server, head, listener);
    following.teller.start();
    return following;
  }

  private void tell() {
    try {
      RunHead head = escarole.head(run);
      steps.fill(allSteps());
      listener.accept(
          new RunNews(steps.all(), escarole.joins(run).joins(), isOver(head) ? head : null));
      while (!isOver(head) && closed.getCount() > 0) {
        hearStream();
        head = headAgain();
        if (isOver(head)) {
          listener.accept(new RunNews(List.of(), List.of(), head));
        } else if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
      end.complete(head);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  /** How the run stands after a stream broke off, whose server may come back in a while. */
  private RunHead headAgain() throws InterruptedException {
    int most = server.mayComeBack() ? MOST_QUESTIONS : 1;
    for (int i = 1; i < most; i++) {
      try {
        return escarole.head(run);
      } catch (RefusedException e) {
        boolean passing =
            e.code().kind() == RefusalCode.Kind.UNREACHABLE
                || e.code().kind() == RefusalCode.Kind.UNAVAILABLE;
        if (!passing || closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
          throw e;
        }
      }
    }
    return escarole.head(run);
  }

  private static boolean isOver(RunHead head) {
    return head.status().isOver() || head.status() == RunStatus.INTERRUPTED;
  }

  private List<StepPicture> allSteps() {
    List<StepPicture> all = new ArrayList<>();
    String cursor = null;
    do {
      StepList page =
          escarole.steps(new StepsQuery(run.run(), List.of(), null, null, LARGEST_PAGE, cursor));
      all.addAll(page.steps());
      cursor = page.next();
    } while (cursor != null);
    return all;
  }

  /** Hears events until the stream ends, breaks off, or tells of the end. */
  private void hearStream() {
    Transport.Request request =
        new Transport.Request(
            "GET",
            "/api/v1/runs/" + run.run() + "/events",
            Map.of("Accept", Server.EVENTS),
            new byte[0]);
    try (Transport.Answer answer = server.send(request)) {
      stream = answer;
      if (answer.status() == NO_CONTENT || closed.getCount() == 0) {
        return;
      }
      Server.require(answer, Server.EVENTS);
      hear(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      // How the run stands is asked for next, and if need be the stream again.
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.NO_ANSWER) {
        throw e;
      }
    } finally {
      stream = null;
    }
  }

  private void hear(BufferedReader lines) throws IOException {
    String event = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event:")) {
        event = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:")) {
        if (event.equals("end")) {
          return;
        }
        told(event, line.substring("data:".length()));
      }
    }
  }

  private void told(String event, String data) {
    try {
      hear(event, Documents.mapper().readTree(data));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw Server.foreign(String.valueOf(e.getMessage()));
    }
  }

  private void hear(String event, JsonNode data) {
    List<JoinPicture> joins = new ArrayList<>();
    for (JsonNode each : data.path("joins")) {
      joins.add(steps.join(Documents.convert(each, JoinPicture.class)));
    }
    List<StepPicture> changed = steps.changed(data.path("steps"), event.equals("snapshot"));
    if (!changed.isEmpty() || !joins.isEmpty()) {
      listener.accept(new RunNews(changed, joins, null));
    }
  }

  @Override
  public RunHead await() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  @Override
  public Optional<RunHead> await(Duration most) throws InterruptedException {
    try {
      return Optional.of(end.get(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  private static RuntimeException failed(ExecutionException e) {
    return e.getCause() instanceof RefusedException refused
        ? refused
        : new CompletionException(e.getCause());
  }

  @Override
  public void close() {
    closed.countDown();
    Transport.Answer open = stream;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // Nobody hears it any more.
      }
    }
    teller.interrupt();
  }
}
