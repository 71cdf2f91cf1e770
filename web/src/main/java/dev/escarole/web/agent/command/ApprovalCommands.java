package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.approval.AwaitList;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.run.StepName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The commands {@code approvals …} for steps that wait for people or programs. */
final class ApprovalCommands {

  private static final int LISTED = 50;
  private static final int INPUT = 2_000;

  private static final ArgumentDefinition STEP =
      ArgumentDefinition.of("step", ValueType.STRING, "Path of a step, such as 0.2, or its label")
          .asRequired();

  private static final ArgumentDefinition COMMENT =
      ArgumentDefinition.of("--comment", ValueType.STRING, "Why; everybody can read it");

  private final AgentContext context;

  ApprovalCommands(AgentContext context) {
    this.context = context;
  }

  CommandDefinition command() {
    return CommandDefinition.group(
        "approvals",
        "List steps that wait for people or programs, and decide about them",
        List.of(
            list(),
            decision("approve", "Approve a step that waits, so that its run goes on", true),
            decision("reject", "Reject a step that waits, so that it fails", false),
            CommandDefinition.of(
                "callback",
                "Show the secret address where a program answers a step that waits",
                List.of(RunCommands.RUN, STEP),
                this::callback,
                List.of("approvals callback last build"),
                Schemas.object("run", "path", "address", "until"))));
  }

  /** The commands that need the right to approve. */
  static Set<List<String>> ofDeciders() {
    return Set.of(
        List.of("approvals", "approve"),
        List.of("approvals", "reject"),
        List.of("approvals", "callback"));
  }

  private CommandDefinition list() {
    return CommandDefinition.of(
        "list",
        "List steps that wait; of one run, also those that were answered",
        List.of(ArgumentDefinition.of("--run", ValueType.STRING, "Only this run: id or 'last'")),
        this::list,
        List.of("approvals list", "approvals list --run last"),
        Schemas.list("awaits", "run", "path", "kind", "state", "show"));
  }

  private CommandDefinition decision(String name, String description, boolean approves) {
    Handler handler = call -> decide(call, approves);
    return CommandDefinition.of(
        name,
        description,
        List.of(RunCommands.RUN, STEP, COMMENT),
        handler,
        List.of("approvals " + name + " last 0.1"),
        Schemas.object("run", "path", "state"));
  }

  private Answer list(Call call) {
    String run = call.arguments().text("run").orElse(null);
    AwaitList list = context.escarole(call).awaits(new AwaitsQuery(run, LISTED));
    return Answer.of(
        Json.object(
            "awaits",
            list.awaits().stream().map(ApprovalCommands::shown).toList(),
            "waiting",
            list.waiting()));
  }

  private static Map<String, Object> shown(AwaitPicture await) {
    String input = await.input();
    return Json.object(
        "run", await.run(),
        "recipe", await.recipe(),
        "path", await.path(),
        "label", await.label(),
        "kind", await.kind(),
        "state", await.state(),
        "show", Texts.cut(await.show(), INPUT),
        "input", input == null ? null : Texts.cut(input, INPUT),
        "needed", await.needed(),
        "approved", await.approved(),
        "since", await.since().toString(),
        "until", await.until() == null ? null : await.until().toString(),
        "decisions", await.decisions().stream().map(ApprovalCommands::shown).toList());
  }

  private static Map<String, Object> shown(AwaitPicture.DecisionPicture decision) {
    return Json.object(
        "principal", decision.principal(),
        "decision", decision.decision(),
        "comment", decision.comment(),
        "at", decision.at().toString());
  }

  private Answer decide(Call call, boolean approves) {
    DecisionRequest request =
        new DecisionRequest(
            call.arguments().needed("run"),
            call.arguments().needed("step"),
            call.arguments().text("comment").orElse(null),
            null);
    AwaitPicture await =
        approves ? context.escarole(call).approve(request) : context.escarole(call).reject(request);
    return Answer.of(
        Json.object(
            "run", await.run(),
            "path", await.path(),
            "state", await.state(),
            "needed", await.needed(),
            "approved", await.approved(),
            "next", await.isOpen() ? null : "runs wait " + await.run()));
  }

  private Answer callback(Call call) {
    StepName step = new StepName(call.arguments().needed("run"), call.arguments().needed("step"));
    CallbackFacts facts = context.escarole(call).callback(step);
    return Answer.of(
        Json.object(
            "run", facts.run(),
            "path", facts.path(),
            "address", facts.address(),
            "until", facts.until() == null ? null : facts.until().toString()));
  }
}
