import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.wasm.FreezeRequest;
import dev.escarole.engine.wasm.Freezer;
import dev.escarole.engine.wasm.FrozenProgram;
import dev.escarole.engine.wasm.RunnerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** {@code Freeze.java PROGRAM LIBRARY TO}: freezes Python after its start. */
final class Freeze {

  private Freeze() {}

  public static void main(String[] arguments) throws Exception {
    DirectoryGrant library =
        new DirectoryGrant(
            Path.of(arguments[1]).toRealPath(), "/usr/lib/python3.11", DirectoryGrant.Mode.READ_ONLY);
    Limits limits =
        Limits.defaults()
            .withFuel(1L << 40)
            .withMemoryBytes(1L << 30)
            .withWallClock(Duration.ofMinutes(10));
    Invocation invocation =
        Invocation.of("python").directories(List.of(library)).limits(limits).build();
    FrozenProgram frozen =
        new Freezer(RunnerOptions.defaults())
            .freeze(Files.readAllBytes(Path.of(arguments[0])), FreezeRequest.of(invocation));
    System.err.print(frozen.stdout().utf8() + frozen.stderr().utf8());
    System.err.println("fuel " + frozen.fuelUsed() + ", memory " + frozen.memoryBytes());
    Files.write(Path.of(arguments[2]), frozen.bytes());
  }
}
