package dev.escarole.engine;

import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.command.Limits;

/**
 * Limits and policy of an engine. Immutable.
 *
 * @param limits limits of every leaf; policies and recipes can only narrow them
 * @param policyFile state of the policy file
 */
public record EngineRules(Limits limits, PolicyBook.State policyFile) {}
