package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.ValueType;

/** Arguments shared by several commands. */
final class Arguments {

  static final ArgumentDefinition RUN =
      ArgumentDefinition.of("run", ValueType.STRING, "Id of a run, its beginning, or 'last'")
          .asRequired()
          .withCheck(
              new ArgumentRules.Check(
                  value -> value instanceof String text && !text.isBlank(), "a run's id", "last"));
  static final ArgumentDefinition PAGE = fromOne("--page", "Which page", 100_000);
  static final ArgumentDefinition FROM =
      number("--from", "First character to show", 0, Integer.MAX_VALUE).withDefault(0L);

  private Arguments() {}

  static ArgumentDefinition fromOne(String name, String description, long most) {
    return number(name, description, 1, most).withDefault(1L);
  }

  static ArgumentDefinition number(String name, String description, long least, long most) {
    return ArgumentDefinition.of(name, ValueType.INTEGER, description)
        .withCheck(
            new ArgumentRules.Check(
                value -> value instanceof Long number && number >= least && number <= most,
                least + " to " + most,
                Long.toString(least)));
  }

  static Replies.Page page(Call call, int size) {
    return new Replies.Page((int) call.arguments().number("page").orElse(1), size);
  }

  static int from(Call call) {
    return (int) call.arguments().number("from").orElse(0);
  }
}
