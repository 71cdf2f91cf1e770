package dev.escarole.engine.wasm;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasi.GrantedFiles;
import dev.escarole.engine.wasi.GrantedFiles.FileRefusedException;
import dev.escarole.engine.wasi.Preopen;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasi.Wasi.GuestWait;
import dev.escarole.engine.wasi.host.HostBarrier;
import java.util.ArrayList;
import java.util.List;

/** Translates invocations to WASI. */
final class GuestSetup {

  private final RunnerOptions options;

  GuestSetup(RunnerOptions options) {
    this.options = options;
  }

  /**
   * @param given all arguments behind the name, with those that the program always gets
   * @throws FileRefusedException if the working directory cannot be used
   */
  Wasi.Setup of(Invocation invocation, List<String> given, GuestStreams streams, GuestWait pause)
      throws FileRefusedException {
    List<String> arguments = new ArrayList<>(1 + given.size());
    arguments.add(invocation.commandName());
    arguments.addAll(given);
    List<String> environment = new ArrayList<>(invocation.environment().size());
    invocation.environment().forEach((name, value) -> environment.add(name + "=" + value));
    List<Preopen> preopens = new ArrayList<>(invocation.directories().size());
    for (DirectoryGrant grant : invocation.directories()) {
      boolean writable = grant.mode() == DirectoryGrant.Mode.READ_WRITE;
      preopens.add(
          new Preopen(
              grant.host(), grant.guest(), writable, barrier(grant, invocation.directories())));
    }
    String start = invocation.workingDirectory();
    return new Wasi.Setup(
        arguments,
        environment,
        streams.of(invocation.input()),
        preopens,
        start == null ? null : new GrantedFiles(preopens, options.quota()).directory(start),
        streams::passGate,
        pause);
  }

  /** The broker has checked the grants, but a path may have been redirected since. */
  private HostBarrier barrier(DirectoryGrant grant, List<DirectoryGrant> all) {
    ReservedPlaces reserved = options.reserved();
    return new HostBarrier(
        entry -> reserved.hides(grant.mode(), entry), opened -> reserved.check(grant, all, opened));
  }
}
