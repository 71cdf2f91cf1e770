package dev.escarole.engine;

import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.command.Limits;

/**
 * What holds for everything that an engine runs. Immutable.
 *
 * @param limits what every leaf may use at most; a policy or a recipe can only narrow it
 * @param policyFile how the policy file stands
 */
public record EngineRules(Limits limits, PolicyBook.State policyFile) {}
