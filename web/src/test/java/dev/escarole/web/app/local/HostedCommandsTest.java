package dev.escarole.web.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
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

  @TempDir Path data;

  @Test
  void addCommands_ofAFrozenProgram_keepsItsParent() {
    ArtifactId parent = new ArtifactId("a".repeat(64));
    Lineage lineage =
        new Lineage(parent, List.of("init"), null, "warm", List.of(), Map.of(), List.of(), 0);
    CommandHost host = CommandHost.open(data, warning -> {});
    try (HostedCommands commands = new HostedCommands(host, Principal.localOperator())) {
      List<AddedCommand> unused =
          commands.addCommands(
              List.of(
                  new Addition("cold", Programs.freezable(), ArgumentMode.ARGV, lineage, null)));

      assertThat(commands.commands().commands())
          .filteredOn(each -> each.name().equals("cold"))
          .singleElement()
          .satisfies(each -> assertThat(each.parent()).isEqualTo(parent.toString()));
    }
  }
}
