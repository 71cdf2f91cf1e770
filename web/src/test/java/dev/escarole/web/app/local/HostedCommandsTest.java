package dev.escarole.web.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Lineage;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.cli.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostedCommandsTest {

  @TempDir private Path data;

  @Test
  void a_program_that_the_catalogue_completed_keeps_its_parent() {
    Lineage lineage =
        new Lineage(
            ArtifactId.of(new byte[] {1}),
            List.of("_initialize"),
            null,
            "loud",
            List.of(),
            Map.of(),
            List.of(),
            0);
    try (HostedCommands commands =
        new HostedCommands(CommandHost.open(data, note -> {}), Principal.localOperator())) {
      List<AddedCommand> unused =
          commands.addCommands(
              List.of(
                  new Addition("loud", Programs.freezable(), ArgumentMode.ARGV, lineage, null)));
    }
    try (CommandHost host = CommandHost.open(data, note -> {})) {
      assertThat(host.registry().find("loud").map(Command::lineage)).contains(lineage);
    }
  }
}
