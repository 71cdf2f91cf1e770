package dev.escarole.web.cli.resident;

import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.resident.FrameChannel.Asked;
import dev.escarole.web.cli.resident.FrameChannel.Frame;
import dev.escarole.web.cli.resident.FrameChannel.Told;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of a client: a request, and its call. */
final class ResidentCall implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(ResidentCall.class);

  private static final int BUFFER = 1 << 16;
  private static final int FAILED = 1;

  private final ResidentService service;
  private final SocketChannel channel;
  private final FrameChannel frames;
  private volatile boolean asked;
  private volatile boolean refused;

  ResidentCall(ResidentService service, SocketChannel channel) {
    this.service = service;
    this.channel = channel;
    this.frames = new FrameChannel(channel);
  }

  /** Whether the client has sent its request. */
  boolean hasAsked() {
    return asked;
  }

  void close() {
    try {
      frames.close();
    } catch (IOException e) {
      LOG.debug("A connection of a client does not close", e);
    }
  }

  /** Reads what the client sends until it is gone. */
  @Override
  public void run() {
    try {
      if (Peer.isOwn(channel)) {
        serve();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("A client is cut off", e);
    } finally {
      close();
      service.gone(this);
    }
  }

  private void serve() throws IOException {
    Frame first = frames.receive(FrameChannel.LARGEST_REQUEST);
    if (first == null || first.kind != Asked.REQUEST) {
      return;
    }
    asked = true;
    CallRequest request = CallRequest.of(first.payload);
    Session session;
    try {
      session = new Session(request);
    } catch (InvalidPathException e) {
      frames.send(Told.REFUSED, "a path of another system");
      return;
    }
    String why = service.isFull() ? "too many calls" : session.mismatch();
    if (why != null) {
      frames.send(Told.REFUSED, why);
      return;
    }
    frames.send(Told.READY, service.since() + "\n" + service.policy());
    Frame begin = frames.receive(FrameChannel.LARGEST);
    if (begin != null && begin.kind == Asked.BEGIN) {
      session.follow();
    }
  }

  /** The call itself. */
  private final class Session {
    private final CallRequest request;
    private final Map<String, String> environment = new HashMap<>();
    private final Path directory;
    private final CallerSurroundings surroundings;
    private final ClientInput input = new ClientInput(frames, this::refuse);
    private final Thread thread = new Thread(this::call, "escarole-call");
    private final OutputQueue output = new OutputQueue(frames, thread);
    private final Console console;

    Session(CallRequest request) {
      this.request = request;
      for (int i = 0; i < request.environment.size(); i += 2) {
        environment.put(request.environment.get(i), request.environment.get(i + 1));
      }
      directory = Path.of(request.directory);
      surroundings = new CallerSurroundings(frames, directory, service.resident());
      console =
          new Console(
              input,
              new BufferedOutputStream(output.out(), BUFFER),
              new PrintStream(output.err(), true, StandardCharsets.UTF_8),
              Terminal.detect(environment, this::property),
              environment,
              service.clock(),
              surroundings);
    }

    private @Nullable String property(String name) {
      int index = ResidentClient.TERMINAL.indexOf(name);
      return index < 0 || index >= request.terminal.size() ? null : request.terminal.get(index);
    }

    /** Why the call cannot be done here as the client would; null if it can. */
    @Nullable String mismatch() throws IOException {
      String[] arguments = request.arguments.toArray(String[]::new);
      ResidentRule rule = ResidentRule.of(arguments, environment);
      if (rule == null) {
        return "not a call for a server";
      }
      if (!request.facts.equals(service.facts())) {
        return "another program or other settings";
      }
      if (!directory.isAbsolute()
          || !request.files.equals(Whereabouts.identified(directory, rule.files()))) {
        return "other files";
      }
      ResidentRule configured = configured(arguments, rule);
      if (configured == null || !configured.files().equals(rule.files())) {
        return "a configuration file that asks for more";
      }
      return service.isAt(data(configured)) ? null : "another data directory";
    }

    /** With the options that the caller's configuration file adds; null if the rule forbids one. */
    private @Nullable ResidentRule configured(String[] arguments, ResidentRule rule) {
      try {
        String[] words = service.configured(console, arguments);
        return words == arguments ? rule : ResidentRule.of(words, environment);
      } catch (RuntimeException e) {
        LOG.debug("A client's configuration file cannot be used", e);
        return null;
      }
    }

    private Path data(ResidentRule rule) {
      String given = rule.data();
      return given == null ? new DataOption().directory(console) : directory.resolve(given);
    }

    void follow() throws IOException {
      thread.setDaemon(true);
      service.begun();
      try {
        thread.start();
        Frame frame = frames.receive(FrameChannel.LARGEST);
        while (frame != null) {
          take(frame);
          frame = frames.receive(FrameChannel.LARGEST);
        }
      } finally {
        surroundings.gone();
        output.gone();
        input.answered(null);
      }
    }

    private void take(Frame frame) throws IOException {
      switch (frame.kind) {
        case Asked.WRITTEN -> output.written(null);
        case Asked.UNWRITABLE -> output.written(frame.text());
        case Asked.INPUT, Asked.UNREADABLE, Asked.AVAILABLE -> input.answered(frame);
        case Asked.STOP -> surroundings.stop();
        default -> throw new IOException("a frame of an unknown kind");
      }
    }

    /** The client does it by itself, unless a part of the result was printed already. */
    private void refuse() {
      if (!output.hasPrinted()) {
        refused = true;
        output.discard();
      }
    }

    private void call() {
      try {
        int code = exitCode();
        if (refused) {
          frames.send(Told.REFUSED, "too much input");
        } else {
          byte[] payload = ByteBuffer.allocate(Integer.BYTES).putInt(code).array();
          frames.send(Told.EXIT, payload, 0, payload.length);
        }
      } catch (IOException e) {
        LOG.debug("A client is gone before its call has ended", e);
      } finally {
        service.ended();
      }
    }

    @SuppressWarnings("PMD.AvoidCatchingThrowable") // Even then the client has to learn of the end.
    private int exitCode() {
      int code;
      try {
        code = service.call(console, request.arguments.toArray(String[]::new));
        console.out().flush();
      } catch (IOException e) {
        code = FAILED;
      } catch (RuntimeException | Error e) {
        LOG.warn("A call of a client has failed", e);
        console.say("error: " + e.getClass().getSimpleName() + ": " + e.getMessage());
        code = FAILED;
      }
      drain();
      return code;
    }

    private void drain() {
      try (OutputStream out = output.out()) {
        out.flush();
      } catch (IOException e) {
        LOG.debug("The client cannot print everything", e);
      }
    }
  }
}
