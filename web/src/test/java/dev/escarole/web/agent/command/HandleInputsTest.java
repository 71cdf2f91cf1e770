package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.HandleReader;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
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
    assertThat(inputs.get(0).rules().required()).isTrue();
    assertThat(inputs.get(0).description()).isEqualTo("How many");
    assertThat(inputs.get(4).rules().choices()).containsExactly("check", "fix");
  }

  @Test
  void defaults_are_shown_and_formats_are_known() {
    List<ArgumentDefinition> inputs =
        HandleInputs.of(
            new HandleReader()
                .read(
                    """
                    handle: command
                    name: when
                    command: echo
                    parameters:
                      type: object
                      required: [n]
                      properties:
                        n: {type: integer, default: 3}
                        at: {type: string, format: date-time}
                        file: {type: string, format: path}
                    """,
                    "when.handle.yaml"));
    assertThat(inputs.get(0).rules().required()).isFalse();
    assertThat(inputs.get(0).rules().preset()).hasToString("3");
    assertThat(inputs.get(1).type()).isEqualTo(ValueType.DATETIME);
    assertThat(inputs.get(2).rules().path()).isTrue();
  }

  private static final String DEPLOY =
      """
      handle: command
      name: deploy
      parameters:
        type: object
        required: [target]
        properties:
          target:
            type: object
            description: Where to
            required: [host]
            properties:
              host: {type: string}
              port: {type: integer}
              auth: {type: object, properties: {user: {type: string}}}
          tags: {type: array, items: {type: string}}
          ports: {type: array, items: {type: integer}}
          rows: {type: array, items: {type: object, properties: {n: {type: integer}}}}
      command: printf
      arguments:
        $encode: args
        $use:
          - "%s|"
          - {$: $.target.host}
          - {$: $.target.port}
          - {$: $.target.auth.user}
          - {$: $.tags}
          - {$: $.ports}
          - {$: "$.rows[0].n"}
          - {$: "$.rows[1].n"}
      """;

  @Test
  void arrays_and_objects_are_given_typed_and_arrive_as_they_are() {
    CommandHandle handle = new HandleReader().read(DEPLOY, "deploy.handle.yaml");
    assertThat(HandleInputs.of(handle).get(0).description())
        .isEqualTo("host=STRING,port=INTEGER,auth.user=STRING: Where to");
    try (AgentLines lines = new AgentLines()) {
      lines.with(
          new OfferedRecipe(
              "deploy", new RecipeReader().read(DEPLOY, "deploy.handle.yaml"), handle, null));
      String line =
          "x-deploy --target host=h,port=80,auth.user=ada --tags '\"a,b\",c' --ports 1,2"
              + " --rows n=3 --rows n=4 --wait 60";
      assertThat(lines.data(line).at("/result/text").textValue())
          .isEqualTo("h|80|ada|a,b|c|1|2|3|4|");
      assertThat(lines.data("help x-deploy").get("examples").get(0).textValue())
          .isEqualTo("x-deploy --target 'host=a text'");
      assertThat(lines.error("x-deploy --target port=80").message()).contains("host");
      assertThat(lines.error("x-deploy").examples())
          .containsExactly("x-deploy --target 'host=a text'");
    }
  }
}
