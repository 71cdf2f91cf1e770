package dev.escarole.web.cli.resident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.cli.resident.FrameChannel.Asked;
import dev.escarole.web.cli.resident.FrameChannel.Frame;
import dev.escarole.web.cli.resident.FrameChannel.Told;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.share.HolderSocket;
import dev.escarole.web.share.SocketDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a process of the same user may say at the socket, instead of what a client says. */
@Timeout(120)
class HostileClientTest {

  private final CountDownLatch released = new CountDownLatch(1);
  private final CountDownLatch chattered = new CountDownLatch(1);
  private Path data;
  private Path work;
  private Engine engine;
  private ResidentService service;
  private List<String> facts;

  @BeforeEach
  void setUp(@TempDir Path directory) throws IOException {
    data = directory.resolve("data");
    work = Files.createDirectory(directory.resolve("work"));
    engine = Engine.open(EngineOptions.at(data));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            Terminal.NONE,
            Map.of(),
            InstantSource.system());
    service = new ResidentService(this::call, data, console);
    service.start(engine, Map.of());
    facts = Whereabouts.facts(Map.of());
  }

  @AfterEach
  void tearDown() {
    released.countDown();
    service.close();
    engine.close();
  }

  /** In place of the command line: does what the first label says. */
  private int call(Console console, String... arguments) {
    String what = arguments.length > 2 ? arguments[2] : "";
    try {
      switch (what) {
        case "print" -> {
          for (int i = 0; i < 100; i++) {
            console.out().write(new byte[100_000]);
          }
          console.out().flush();
        }
        case "chatter" -> {
          Thread other = new Thread(() -> chatter(console));
          other.start();
          other.join();
          chattered.countDown();
        }
        case "interrupted" -> {
          Thread other =
              new Thread(
                  () -> {
                    Thread.currentThread().interrupt();
                    console.say("stopped");
                  });
          other.start();
          other.join();
          console.print("called\n");
        }
        case "devour" -> {
          console.say("waiting for input");
          console.in().transferTo(OutputStream.nullOutputStream());
        }
        case "echo" -> {
          console.print("begun\n");
          console.out().flush();
          console.in().transferTo(OutputStream.nullOutputStream());
        }
        case "wait" -> released.await();
        default -> console.print("called\n");
      }
      return 7;
    } catch (IOException e) {
      return 1;
    } catch (InterruptedException e) {
      return 2;
    }
  }

  private static void chatter(Console console) {
    String line = "x".repeat(999);
    for (int i = 0; i < 5_000; i++) {
      console.say(line);
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(SocketDirectory.resident(data)));
    return channel;
  }

  private CallRequest request(String what, List<String> claimed, Path directory) {
    return new CallRequest(
        List.of("runs", "show", what),
        List.of("ESCAROLE_DATA", data.toString()),
        claimed,
        directory.toString(),
        List.of(".", key(directory)),
        List.of());
  }

  private static String key(Path directory) {
    try {
      return String.valueOf(
          Files.readAttributes(directory, java.nio.file.attribute.BasicFileAttributes.class)
              .fileKey());
    } catch (IOException e) {
      return "none";
    }
  }

  private @Nullable Frame answer(FrameChannel frames, CallRequest request) throws IOException {
    byte[] bytes = request.bytes();
    frames.send(Asked.REQUEST, bytes, 0, bytes.length);
    return frames.receive(FrameChannel.LARGEST);
  }

  private int call(String what) throws IOException {
    try (FrameChannel frames = new FrameChannel(connect())) {
      Frame answer = answer(frames, request(what, facts, work));
      assertThat(answer).isNotNull();
      assertThat((char) answer.kind).as(answer.text()).isEqualTo((char) Told.READY);
      frames.send(Asked.BEGIN);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      while (true) {
        Frame frame = frames.receive(FrameChannel.LARGEST);
        assertThat(frame).isNotNull();
        if (frame.kind == Told.EXIT) {
          return frame.number();
        }
        out.write(frame.payload);
        frames.send(Asked.WRITTEN);
      }
    }
  }

  private String refusal(CallRequest request) throws IOException {
    try (FrameChannel frames = new FrameChannel(connect())) {
      Frame answer = answer(frames, request);
      assertThat(answer).isNotNull();
      assertThat((char) answer.kind).isEqualTo((char) Told.REFUSED);
      return answer.text();
    }
  }

  @Test
  void garbage_ends_its_own_connection_and_nothing_else() throws IOException {
    Random random = new Random(13);
    List<SocketChannel> open = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      SocketChannel channel = connect();
      byte[] bytes = new byte[random.nextInt(2000)];
      random.nextBytes(bytes);
      if (bytes.length > 5 && i % 2 == 0) {
        bytes[0] = Asked.REQUEST;
        ByteBuffer.wrap(bytes).putInt(1, bytes.length - 5);
      }
      try {
        channel.write(ByteBuffer.wrap(bytes));
      } catch (IOException e) {
        // Cut off already.
      }
      if (i % 3 == 0) {
        channel.close();
      } else {
        open.add(channel);
      }
    }
    assertThat(call("last")).isEqualTo(7);
    for (SocketChannel each : open) {
      each.close();
    }
  }

  @Test
  void a_length_that_no_memory_has_is_refused_before_it_is_read() throws IOException {
    try (SocketChannel channel = connect()) {
      channel.write(ByteBuffer.allocate(5).put(Asked.REQUEST).putInt(Integer.MAX_VALUE).flip());
      assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void connections_that_say_nothing_keep_nobody_out() throws IOException {
    List<SocketChannel> silent = new ArrayList<>();
    for (int i = 0; i < 3 * ResidentService.MOST_CALLS; i++) {
      silent.add(connect());
    }
    assertThat(call("last")).isEqualTo(7);
    for (SocketChannel each : silent) {
      each.close();
    }
  }

  @Test
  void too_many_calls_at_once_are_left_to_their_clients() throws IOException {
    List<FrameChannel> waiting = new ArrayList<>();
    for (int i = 0; i < ResidentService.MOST_CALLS; i++) {
      FrameChannel frames = new FrameChannel(connect());
      Frame answer = answer(frames, request("wait", facts, work));
      assertThat(answer).isNotNull();
      assertThat((char) answer.kind).as("call %d", i).isEqualTo((char) Told.READY);
      frames.send(Asked.BEGIN);
      waiting.add(frames);
    }
    // The last has begun once another one is refused.
    String why = "";
    while (why.isEmpty()) {
      try (FrameChannel frames = new FrameChannel(connect())) {
        Frame answer = answer(frames, request("last", facts, work));
        why = answer != null && answer.kind == Told.REFUSED ? answer.text() : "";
      }
    }
    assertThat(why).isEqualTo("too many calls");
    released.countDown();
    for (FrameChannel each : waiting) {
      Frame end = each.receive(FrameChannel.LARGEST);
      assertThat(end).isNotNull();
      assertThat(end.kind).isEqualTo(Told.EXIT);
      each.close();
    }
  }

  @Test
  void another_program_other_settings_or_other_files_are_refused() throws IOException {
    List<String> other = new ArrayList<>(facts);
    other.add("ESCAROLE_PLAN_TIME=1");
    assertThat(refusal(request("last", other, work)))
        .isEqualTo("another program or other settings");
    List<String> older = new ArrayList<>(facts);
    older.set(1, "1 1");
    assertThat(refusal(request("last", older, work)))
        .isEqualTo("another program or other settings");
    CallRequest asked = request("last", facts, work);
    CallRequest moved =
        new CallRequest(
            asked.arguments,
            asked.environment,
            facts,
            work.toString(),
            List.of(".", "(dev=1,ino=1)"),
            List.of());
    assertThat(refusal(moved)).isEqualTo("other files");
    assertThat(refusal(request("last", facts, Path.of("relative")))).isEqualTo("other files");
  }

  @Test
  void another_data_directory_is_refused(@TempDir Path other) throws IOException {
    CallRequest asked = request("last", facts, work);
    CallRequest elsewhere =
        new CallRequest(
            asked.arguments,
            List.of("ESCAROLE_DATA", other.toString()),
            facts,
            asked.directory,
            asked.files,
            List.of());
    assertThat(refusal(elsewhere)).isEqualTo("another data directory");
  }

  @Test
  void commands_that_are_not_for_a_server_are_refused() throws IOException {
    for (List<String> line :
        List.of(List.of("serve"), List.of("runs", "prune"), List.of("run", "r", "--db", "x"))) {
      assertThat(refusal(asking(line))).isEqualTo("not a call for a server");
    }
  }

  @Test
  void other_data_directories_are_refused_whether_they_exist_or_not() throws IOException {
    for (String other : List.of("nowhere", work.toString())) {
      List<String> line = List.of("runs", "list", "--data", other);
      assertThat(refusal(asking(line))).isEqualTo("another data directory");
    }
  }

  private CallRequest asking(List<String> line) {
    CallRequest asked = request("last", facts, work);
    return new CallRequest(line, asked.environment, facts, asked.directory, asked.files, List.of());
  }

  @Test
  void a_client_that_does_not_read_fills_no_memory_and_is_told_what_is_left_out() throws Exception {
    assertThat(call("print")).isEqualTo(7);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (FrameChannel frames = new FrameChannel(connect())) {
      Frame answer = answer(frames, request("chatter", facts, work));
      assertThat(answer).isNotNull();
      frames.send(Asked.BEGIN);
      Frame frame = frames.receive(FrameChannel.LARGEST);
      // Nothing else of the process waits for this client.
      chattered.await();
      assertThat(call("last")).isEqualTo(7);
      while (frame != null && frame.kind == Told.ERR) {
        err.write(frame.payload);
        frames.send(Asked.WRITTEN);
        frame = frames.receive(FrameChannel.LARGEST);
      }
      assertThat(frame).isNotNull();
      assertThat(frame.kind).isEqualTo(Told.EXIT);
    }
    assertThat(err.size()).isBetween(1_000_000, 1_200_000);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .containsPattern("\\(\\d+ bytes left out, which nobody has read in time\\)\n");
  }

  @Test
  void confirming_what_was_not_sent_ends_the_connection() throws IOException {
    try (FrameChannel frames = new FrameChannel(connect())) {
      Frame answer = answer(frames, request("wait", facts, work));
      assertThat(answer).isNotNull();
      frames.send(Asked.BEGIN);
      frames.send(Asked.WRITTEN);
      assertThat(frames.receive(FrameChannel.LARGEST)).isNull();
    }
    assertThat(call("last")).isEqualTo(7);
  }

  @Test
  void only_the_user_can_connect() throws IOException {
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(HolderSocket.of(data).residentFile())))
        .isEqualTo("rw-------");
  }

  /** Makes a call with endless input; returns the kind of the frame that ends it. */
  private char endless(String what) throws IOException {
    try (FrameChannel frames = new FrameChannel(connect())) {
      Frame answer = answer(frames, request(what, facts, work));
      assertThat(answer).isNotNull();
      frames.send(Asked.BEGIN);
      while (true) {
        Frame frame = frames.receive(FrameChannel.LARGEST);
        assertThat(frame).isNotNull();
        switch (frame.kind) {
          case Told.READ -> frames.send(Asked.INPUT, new byte[frame.number()], 0, frame.number());
          case Told.OUT, Told.ERR -> frames.send(Asked.WRITTEN);
          default -> {
            return (char) frame.kind;
          }
        }
      }
    }
  }

  @Test
  void a_note_of_a_thread_that_was_interrupted_cuts_no_client_off() throws IOException {
    assertThat(call("interrupted")).isEqualTo(7);
  }

  @Test
  void too_much_input_is_left_to_the_client_also_after_a_note_but_not_after_a_result()
      throws IOException {
    assertThat(endless("devour")).isEqualTo((char) Told.REFUSED);
    assertThat(endless("echo")).isEqualTo((char) Told.EXIT);
  }
}
