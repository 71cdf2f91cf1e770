package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.app.notification.DeliveryPicture;
import dev.escarole.web.app.notification.NotificationList;
import java.util.List;
import java.util.Map;

/**
 * The commands {@code notifications …}. Agents cannot try channels: the people who receive the
 * messages did not ask for them.
 */
final class NotificationCommandSet {

  private static final int SHOWN = 20;
  private static final int REASON = 300;

  private final AgentContext context;

  NotificationCommandSet(AgentContext context) {
    this.context = context;
  }

  CommandDefinition command() {
    return CommandDefinition.group(
        "notifications",
        "Show messages about runs, or send one again",
        List.of(
            CommandDefinition.of(
                "list",
                "List channels and messages about runs, newest first",
                List.of(
                    ArgumentDefinition.of("--state", ValueType.STRING, "Only in this state")
                        .withChoices(List.of("due", "sent", "dead", "held")),
                    ArgumentDefinition.of("--channel", ValueType.STRING, "Only to this channel"),
                    ArgumentDefinition.of("--run", ValueType.STRING, "Only about this run")),
                this::list,
                List.of("notifications list --state dead"),
                Schemas.object("channels", "deliveries", "more")),
            CommandDefinition.of(
                "resend",
                "Send a message again",
                List.of(
                    ArgumentDefinition.of("id", ValueType.STRING, "Id of the message")
                        .asRequired()),
                this::resend,
                List.of("notifications resend 20261121-231502-k3f9x2-failed-ops"),
                Schemas.object("id", "state"))));
  }

  private Answer list(Call call) {
    NotificationList list =
        context
            .escarole(call)
            .notifications(
                new DeliveriesQuery(
                    call.arguments().text("state").orElse(null),
                    call.arguments().text("channel").orElse(null),
                    call.arguments().text("run").orElse(null),
                    SHOWN,
                    null));
    return Answer.of(
        Json.object(
            "channels",
            list.channels().stream()
                .map(
                    each ->
                        Json.object(
                            "name", each.name(),
                            "kind", each.kind(),
                            "forRecipes", each.forRecipes()))
                .toList(),
            "deliveries",
            list.deliveries().stream().map(NotificationCommandSet::shown).toList(),
            "more",
            list.next() != null));
  }

  private static Map<String, Object> shown(DeliveryPicture each) {
    String error = each.error();
    return Json.object(
        "id", each.id(),
        "recipe", each.recipe(),
        "event", each.event(),
        "channel", each.channel(),
        "state", each.state(),
        "attempts", each.attempts(),
        "error", error == null ? null : Texts.cut(error, REASON));
  }

  private Answer resend(Call call) {
    DeliveryPicture sent =
        context.escarole(call).resend(new DeliveryName(call.arguments().needed("id")));
    return Answer.of(Json.object("id", sent.id(), "state", sent.state()));
  }
}
