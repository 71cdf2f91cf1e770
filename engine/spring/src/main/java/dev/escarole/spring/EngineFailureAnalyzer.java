package dev.escarole.spring;

import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.store.database.StoreException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows why an engine did not open, without a stack trace. */
final class EngineFailureAnalyzer extends AbstractFailureAnalyzer<RuntimeException> {

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RuntimeException cause) {
    StoreException store = findCause(rootFailure, StoreException.class);
    if (store != null) {
      return new FailureAnalysis(
          "The engine of Escarole cannot use its database. " + store.getMessage(),
          "Change the database, or the properties escarole.data, escarole.database and"
              + " escarole.use-data-source, which say where runs are kept.",
          store);
    }
    PolicyException policy = findCause(rootFailure, PolicyException.class);
    return policy == null
        ? null
        : new FailureAnalysis(
            "The policy of Escarole cannot be used: " + policy.getMessage(),
            "Correct the policy file: escarole.policy-file, or policy.yaml in escarole.data.",
            policy);
  }
}
