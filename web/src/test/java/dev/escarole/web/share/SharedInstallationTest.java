package dev.escarole.web.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.CommandCallRequest;
import dev.escarole.web.app.command.CommandsQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedInstallationTest {

  private static final Actor OPERATOR = new Actor(Principal.localOperator(), "127.0.0.1", true);

  @TempDir Path directory;
  private Path data;

  @BeforeEach
  void choose() {
    data = directory.resolve("data");
  }

  static SharedData data(Path data, EngineOptions options) {
    return new SharedData(
        HolderSocket.of(data), () -> options, true, null, InstantSource.system(), notice -> {});
  }

  private SharedInstallation installation(EngineOptions options) {
    return SharedInstallation.open(data(data, options));
  }

  @Test
  void a_guest_that_nobody_asks_takes_the_place_of_its_holder_and_keeps_the_policy()
      throws Exception {
    Path policy =
        Files.writeString(
            directory.resolve("strict.yaml"), "principals: {ci: {commands: [echo]}}\n");
    SharedInstallation first = installation(EngineOptions.at(data).withPolicyFile(policy));
    try (SharedInstallation second = installation(EngineOptions.at(data))) {
      assertThat(second.holder()).isEmpty();
      first.close();
      while (second.holder().isEmpty()) {
        Thread.onSpinWait();
      }
      try (SharedInstallation third = installation(EngineOptions.at(data))) {
        assertThat(third.settingsOfHolder().orElseThrow())
            .containsEntry(Holder.POLICY, policy.toString());
      }
    }
  }

  /** A holder that takes requests, answers none, and leaves their connections open at its end. */
  private static final class Mute implements GuestService.Host, AutoCloseable {

    private final List<ServerSocketChannel> servers = new CopyOnWriteArrayList<>();
    private final List<SocketChannel> left = new CopyOnWriteArrayList<>();

    @Override
    public AutoCloseable serve(Path socket, @Nullable Path recipes) {
      try {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        servers.add(server);
        return () -> {};
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void awaitRequest() throws IOException {
      left.add(servers.get(0).accept());
    }

    @Override
    public void resume(Instant since) {
      throw new AssertionError("nobody comes from another holder");
    }

    @Override
    public Map<String, String> settings() {
      return Map.of(Holder.POLICY, "");
    }

    @Override
    public void close() throws IOException {
      for (ServerSocketChannel server : servers) {
        server.close();
      }
      for (SocketChannel connection : left) {
        connection.close();
      }
    }
  }

  private void asksBoth(Consumer<Escarole> first, Consumer<Escarole> then) throws Exception {
    PrivateFiles.createDirectories(data);
    try (Mute mute = new Mute()) {
      GuestService service =
          Objects.requireNonNull(
              GuestService.start(HolderSocket.of(data), mute, InstantSource.system().instant()));
      try (SharedInstallation guest = installation(EngineOptions.at(data))) {
        assertThat(guest.holder()).isEmpty();
        Escarole escarole = guest.as(OPERATOR);
        CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> first.accept(escarole));
        mute.awaitRequest();
        assertThat(asked).isNotDone();
        service.close();
        asked.join();
        assertThat(guest.holder()).isPresent();
        then.accept(escarole);
      }
    }
  }

  @Test
  void who_waits_for_a_holder_that_is_gone_is_answered_by_the_next() throws Exception {
    asksBoth(
        escarole -> assertThat(escarole.commands(CommandsQuery.BRIEF).commands()).isNotEmpty(),
        escarole -> assertThat(escarole.commands(CommandsQuery.BRIEF).commands()).isNotEmpty());
  }

  @Test
  void who_waits_is_refused_when_the_installation_is_closed() throws Exception {
    PrivateFiles.createDirectories(data);
    try (Mute mute = new Mute();
        GuestService service =
            Objects.requireNonNull(
                GuestService.start(
                    HolderSocket.of(data), mute, InstantSource.system().instant()))) {
      assertThat(service.hasGuests()).isFalse();
      SharedInstallation guest = installation(EngineOptions.at(data));
      CompletableFuture<Void> asked =
          CompletableFuture.runAsync(() -> guest.as(OPERATOR).commands(CommandsQuery.BRIEF));
      mute.awaitRequest();
      guest.close();
      assertThatThrownBy(asked::join).hasCauseInstanceOf(RefusedException.class);
    }
  }

  @Test
  void a_call_that_the_holder_may_have_done_is_not_done_again() throws Exception {
    CommandCallRequest echo = new CommandCallRequest("echo", List.of("a"), null, null, List.of());
    asksBoth(
        escarole ->
            assertThatThrownBy(() -> escarole.call(echo))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("has ended before it answered"),
        escarole -> assertThat(escarole.call(echo).exitCode()).isZero());
  }
}
