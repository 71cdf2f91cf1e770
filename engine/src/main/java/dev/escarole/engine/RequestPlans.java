package dev.escarole.engine;

import dev.escarole.engine.UnknownCommands.UnknownCommandCheck;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;

/** Compiles requests, and refuses those that could not run. Thread-safe. */
final class RequestPlans {

  private final PlanCompiler compiler;
  private final CommandHost commands;
  private final UnknownCommandCheck check;

  RequestPlans(PlanCompiler compiler, CommandHost commands, UnknownCommandCheck check) {
    this.compiler = compiler;
    this.commands = commands;
    this.check = check;
  }

  /** The plan of a request, which changes nothing. */
  Plan plan(RunRequest request) {
    return checked(request, compiler.compile(request.recipe(), request.values()));
  }

  /** The plan of a request that is about to run; what it lacks and may fetch is fetched first. */
  Plan ready(RunRequest request) {
    return fetched(request, compiler.compile(request.recipe(), request.values()));
  }

  /** The same with a plan that was compiled for the request. */
  Plan fetched(RunRequest request, Plan plan) {
    check.fetch(plan, request.recipe(), request.principal());
    return checked(request, plan);
  }

  private Plan checked(RunRequest request, Plan plan) {
    commands.checkDirectories(request.principal(), request.checkedDirectories());
    check.plan(plan, request.recipe(), request.principal());
    return plan;
  }
}
