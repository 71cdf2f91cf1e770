package dev.escarole.web.cli.resident;

import dev.escarole.engine.UserDirectories;
import dev.escarole.web.cli.resident.FrameChannel.Asked;
import dev.escarole.web.cli.resident.FrameChannel.Frame;
import dev.escarole.web.cli.resident.FrameChannel.Told;
import dev.escarole.web.cli.text.OwnProcess;
import dev.escarole.web.share.SocketDirectory;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets the resident server of a data directory do a call, so that this process loads nothing but
 * this. No lambdas, records, regular expressions or joined strings here: each costs more at its
 * first use than all the rest.
 */
public final class ResidentClient {

  /** Of what a server answers before a call begins; one that is stopped must not stop others. */
  private static final long PATIENCE_SECONDS = 5;

  private static final String PROVIDER = "java.nio.channels.spi.SelectorProvider";
  private static final int LOST = 1;

  /** Variables that a command looks at, beside those that begin with {@code ESCAROLE_}. */
  private static final List<String> VARIABLES =
      List.of("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "NO_COLOR", "TERM");

  private static final String PREFIX = "ESCAROLE_";
  private static final List<String> SECRETS = List.of("ESCAROLE_TOKEN", "ESCAROLE_DB_PASSWORD");

  /** Names of system properties, in the order of {@link CallRequest#terminal}. */
  static final List<String> TERMINAL =
      List.of(
          "escarole.stdin.terminal",
          "escarole.stdout.terminal",
          "escarole.stderr.terminal",
          "escarole.columns",
          "escarole.lines",
          "escarole.unicode");

  private final FrameChannel frames;
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch ready = new CountDownLatch(1);
  private final ByteArrayOutputStream input = new ByteArrayOutputStream();

  /** When the server began, a line break, and its policy file. */
  private String server = "";

  private @Nullable String run;
  private boolean printed;
  private volatile boolean began;
  private volatile @Nullable Frame hold;

  private ResidentClient(FrameChannel frames) {
    this.frames = frames;
  }

  /** What is left to do for this process. A plain class loads faster than a record. */
  public static final class Rest {
    /** Everything. */
    static final Rest ALL = new Rest(-1, null, "", new byte[0]);

    private final int exitCode;
    private final @Nullable String run;
    private final String server;
    private final byte[] input;

    private Rest(int exitCode, @Nullable String run, String server, byte[] input) {
      this.exitCode = exitCode;
      this.run = run;
      this.server = server;
      this.input = input;
    }

    /** Whether the call is over. */
    public boolean isNothing() {
      return exitCode >= 0;
    }

    /** The exit code of a call that is over. */
    public int exitCode() {
      return exitCode;
    }

    /** The run to follow, because its server is gone; null to do the call from its beginning. */
    public @Nullable String run() {
      return run;
    }

    /** When the server began that is gone, as an ISO 8601 time. */
    public String since() {
      return server.substring(0, server.indexOf('\n'));
    }

    /** The policy file of the server that is gone. */
    public String policy() {
      return server.substring(server.indexOf('\n') + 1);
    }

    /** The beginning of standard input, which was read already. */
    public byte[] input() {
      return input;
    }
  }

  /** Does a call, if there is a server to do it. */
  public static Rest call(String[] arguments, Map<String, String> environment) {
    ResidentRule rule = ResidentRule.of(arguments, environment);
    if (rule == null) {
      return Rest.ALL;
    }
    try {
      Path socket = socket(rule.data(), environment);
      if (socket == null || !Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
        return Rest.ALL;
      }
      Path directory = Path.of("").toAbsolutePath();
      List<String> identified = Whereabouts.identified(directory, rule.files());
      if (identified == null) {
        return Rest.ALL;
      }
      CallRequest request =
          new CallRequest(
              Arrays.asList(arguments),
              told(environment),
              Whereabouts.facts(environment),
              directory.toString(),
              identified,
              terminal());
      return call(socket, request.bytes());
    } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
      // What is left of a server that is gone, or a system without such sockets.
      return Rest.ALL;
    } catch (ServiceConfigurationError e) {
      // A Java whose own provider has another name.
      System.clearProperty(PROVIDER);
      return Rest.ALL;
    }
  }

  private static @Nullable Path socket(@Nullable String given, Map<String, String> environment) {
    String named = given == null ? environment.get("ESCAROLE_DATA") : given;
    if (named != null && !named.isEmpty()) {
      return SocketDirectory.resident(Path.of(named));
    }
    Path data = UserDirectories.ofThisProcess().data().orElse(null);
    return data == null ? null : SocketDirectory.resident(data);
  }

  private static List<String> told(Map<String, String> environment) {
    List<String> told = new ArrayList<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if ((name.startsWith(PREFIX) && !SECRETS.contains(name)) || VARIABLES.contains(name)) {
        told.add(name);
        told.add(variable.getValue());
      }
    }
    return told;
  }

  private static List<String> terminal() {
    List<String> terminal = new ArrayList<>();
    for (String name : TERMINAL) {
      terminal.add(System.getProperty(name, ""));
    }
    return terminal;
  }

  private static Rest call(Path socket, byte[] request) throws IOException {
    if (request.length > FrameChannel.LARGEST_REQUEST) {
      return Rest.ALL;
    }
    nameProvider();
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try (FrameChannel frames = new FrameChannel(channel)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      if (!Peer.isOwn(channel)) {
        return Rest.ALL;
      }
      return new ResidentClient(frames).call(request);
    }
  }

  /** Java would look for others in each jar of the class path before it takes its own. */
  private static void nameProvider() {
    if (System.getProperty(PROVIDER) == null) {
      String system = System.getProperty("os.name");
      if (system.equals("Linux")) {
        System.setProperty(PROVIDER, "sun.nio.ch.EPollSelectorProvider");
      } else if (system.equals("Mac OS X")) {
        System.setProperty(PROVIDER, "sun.nio.ch.KQueueSelectorProvider");
      }
    }
  }

  /** Until the call begins, everything that fails leaves it to this process. */
  private Rest call(byte[] request) throws IOException {
    new Impatience().start();
    frames.send(Asked.REQUEST, request, 0, request.length);
    Frame answer = frames.receive(FrameChannel.LARGEST);
    if (answer == null || answer.kind != Told.READY) {
      return Rest.ALL;
    }
    server = answer.text();
    Stop stop = new Stop();
    Runtime.getRuntime().addShutdownHook(stop);
    synchronized (this) {
      if (ready.getCount() == 0) {
        throw new IOException("too late");
      }
      ready.countDown();
    }
    Rest rest;
    try {
      frames.send(Asked.BEGIN);
      began = true;
      rest = follow();
    } catch (IOException e) {
      rest = lost();
    }
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException e) {
      // The process is ending; the hook ends it.
    }
    return rest;
  }

  private Rest follow() throws IOException {
    while (true) {
      Frame frame = frames.receive(FrameChannel.LARGEST);
      if (frame == null) {
        return lost();
      }
      switch (frame.kind) {
        case Told.OUT -> {
          printed = true;
          write(out, frame.payload);
        }
        case Told.ERR -> write(err, frame.payload);
        case Told.READ -> new Input(frame.number()).start();
        case Told.AVAILABLE -> frames.send(Asked.AVAILABLE, available(), "");
        case Told.LAUNCHED -> run = frame.text();
        case Told.HOLD -> hold = frame;
        case Told.RELEASE -> hold = null;
        case Told.REFUSED -> {
          return printed ? lost() : new Rest(-1, null, "", input.toByteArray());
        }
        case Told.EXIT -> {
          return new Rest(frame.number() & 0xff, null, "", new byte[0]);
        }
        default -> throw new IOException("a frame of an unknown kind");
      }
    }
  }

  /** How much input can be read without waiting. */
  @SuppressWarnings("resource") // The process's own.
  private static int available() {
    try {
      return new FileInputStream(FileDescriptor.in).available();
    } catch (IOException e) {
      return 0;
    }
  }

  private void write(FileOutputStream stream, byte[] bytes) throws IOException {
    try {
      stream.write(bytes);
    } catch (IOException e) {
      frames.send(Asked.UNWRITABLE, String.valueOf(e.getMessage()));
      return;
    }
    frames.send(Asked.WRITTEN);
  }

  /** The server is gone, or tells nothing that can be understood. */
  private Rest lost() {
    if (run != null && !printed) {
      say("the server that carried the run out has ended; this process goes on with it");
      return new Rest(-1, run, server, new byte[0]);
    }
    say("error: the server that did this for you has ended before it was done");
    if (run == null) {
      say("  hint: Look whether it was done, with: escarole runs list");
    } else {
      say("  hint: See what it came to, with: escarole runs show ".concat(run));
    }
    return new Rest(LOST, null, "", new byte[0]);
  }

  private void say(String line) {
    try {
      err.write(line.concat("\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Nobody listens.
    }
  }

  /** Gives up on a server that does not answer. */
  private final class Impatience extends Thread {
    Impatience() {
      super("escarole-impatience");
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        if (ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          return;
        }
        synchronized (ResidentClient.this) {
          if (ready.getCount() > 0) {
            ready.countDown();
            frames.close();
          }
        }
      } catch (InterruptedException | IOException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Reads standard input, which may take any time. */
  private final class Input extends Thread {
    private final int most;

    Input(int most) {
      super("escarole-input");
      setDaemon(true);
      this.most = Math.max(1, Math.min(most, FrameChannel.LARGEST));
    }

    @Override
    @SuppressWarnings("resource") // The process's own.
    public void run() {
      try {
        byte[] bytes = new byte[most];
        int count;
        try {
          count = Math.max(0, new FileInputStream(FileDescriptor.in).read(bytes));
        } catch (IOException e) {
          frames.send(Asked.UNREADABLE, String.valueOf(e.getMessage()));
          return;
        }
        input.write(bytes, 0, count);
        frames.send(Asked.INPUT, bytes, 0, count);
      } catch (IOException e) {
        // The thread that follows the call notices, too.
      }
    }
  }

  /** Tells the server that the user wants the call to end, and waits until it has. */
  private final class Stop extends Thread {
    Stop() {
      super("escarole-stop");
    }

    @Override
    public void run() {
      Frame held = hold;
      if (held == null || !began) {
        return;
      }
      try {
        frames.send(Asked.STOP);
        if (!over.await(OwnProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          say(held.textAfterNumber());
        }
        Runtime.getRuntime().halt(held.number());
      } catch (InterruptedException | IOException e) {
        Runtime.getRuntime().halt(LOST);
      }
    }
  }
}
