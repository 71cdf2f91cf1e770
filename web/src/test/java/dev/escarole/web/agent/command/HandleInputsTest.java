package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.handle.HandleReader;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.ValueType;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleInputsTest {

  private static final String HANDLE =
      """
      handle: command
      name: pick
      parameters:
        type: object
        required: [count]
        properties:
          count: {type: integer, description: How many}
          share: {type: number}
          sure: {type: boolean}
          files: {type: array, items: {type: string}}
          mode: {type: string, enum: [check, fix]}
          "odd name": {type: string}
      command: echo
      arguments: [x]
      """;

  @Test
  void parameters_become_typed_options() {
    List<ArgumentDefinition> inputs =
        HandleInputs.of(new HandleReader().read(HANDLE, "pick.handle.yaml"));
    assertThat(inputs)
        .extracting(ArgumentDefinition::name)
        .containsExactly("--count", "--share", "--sure", "--files", "--mode");
    assertThat(inputs)
        .extracting(ArgumentDefinition::type)
        .containsExactly(
            ValueType.INTEGER,
            ValueType.NUMBER,
            ValueType.BOOLEAN,
            ValueType.ARRAY,
            ValueType.STRING);
    assertThat(inputs.get(0).isRequired()).isTrue();
    assertThat(inputs.get(0).description()).isEqualTo("How many");
    assertThat(inputs.get(4).rules().choices()).containsExactly("check", "fix");
  }
}
