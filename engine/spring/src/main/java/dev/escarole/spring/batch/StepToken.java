package dev.escarole.spring.batch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.springframework.batch.core.StepExecution;
import org.springframework.batch.item.ExecutionContext;

/**
 * A random name of a step in one instance of its job, kept in the step's execution context. Numbers
 * of instances do not do: they begin at 1 again in a new database of the application.
 */
final class StepToken {

  private static final String ENTRY = "escarole.token";

  private StepToken() {}

  /** Makes the token, before anything is launched; Batch stores it before the step begins. */
  static void make(StepExecution step) {
    ExecutionContext context = step.getExecutionContext();
    if (!context.containsKey(ENTRY)) {
      context.putString(ENTRY, UUID.randomUUID().toString());
    }
  }

  /** The key of a part of the step's work. */
  static String key(StepExecution step, String part) {
    ExecutionContext context = step.getExecutionContext();
    if (!context.containsKey(ENTRY)) {
      throw new IllegalStateException(
          "step %s does not know its recipe as a listener; add it with .listener(…)"
              .formatted(step.getStepName()));
    }
    return context.getString(ENTRY) + ":" + digest(part);
  }

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java has SHA-256", e);
    }
  }
}
