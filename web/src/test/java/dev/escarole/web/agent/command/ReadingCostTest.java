package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** How much an agent has to read before its first run, of a hundred recipes. */
class ReadingCostTest {

  private static final int RECIPES = 100;
  private static final String RECIPE =
      """
      description: Compares two drafts of chapter %d and says which of them reads better.
      args: ["draft:string", "other:string", "top:int=10", "mode:enum(fast,careful)=fast"]
      template: printf %%s "{draft}{other}{top}{mode}"
      """;

  /** The definition of the tool, as a client gets it. */
  private static final String TOOL =
      "{\"name\":\"cli\",\"description\":\"Execute CLI command. Run 'help' for available"
          + " commands.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"command\":{\"type\":"
          + "\"string\",\"description\":\"CLI command string (e.g., 'calendar events --today')\"}},"
          + "\"required\":[\"command\"]}}";

  /** One page of the list is enough to know that there are more, and how to search. */
  @Test
  void it_is_less_than_a_fifth_of_one_tool_per_recipe() {
    try (AgentLines lines = new AgentLines()) {
      for (int i = 0; i < RECIPES; i++) {
        lines.with("compare-" + i, RECIPE.formatted(i));
      }
      int help = lines.send("help").json().length();
      int one = lines.send("help x-compare-7").json().length();
      int cli = TOOL.length() + help + one;
      int tools = 0;
      for (int i = 0; i < RECIPES; i++) {
        JsonNode schema = lines.data("schema x-compare-" + i);
        ObjectNode tool = new ObjectMapper().createObjectNode();
        tool.put("name", "compare-" + i);
        tool.put("description", lines.data("help x-compare-" + i).get("description").textValue());
        tool.set("inputSchema", schema.get("inputSchema"));
        tools += tool.toString().length();
      }
      assertThat(cli * 5)
          .as("tool %d + help %d + help x-NAME %d, against %d", TOOL.length(), help, one, tools)
          .isLessThan(tools);
    }
  }
}
