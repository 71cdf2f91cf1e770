package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.AuditEntry;
import dev.escarole.web.agent.acli.AuditTrail;
import dev.escarole.web.agent.acli.Caller;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.command.RunTexts;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import reactor.core.publisher.Mono;

/** The results of runs and the outputs of their steps, as resources; each reading is audited. */
final class RunResources {

  private static final String ROOT = "escarole://runs/";
  private static final String TEXT = "text/plain";
  private static final Pattern RESULT = Pattern.compile(Pattern.quote(ROOT) + "([^/]+)/result");
  private static final Pattern OUTPUT =
      Pattern.compile(Pattern.quote(ROOT) + "([^/]+)/steps/([^/]+)/(stdout|stderr)");

  private final RunTexts texts;
  private final AuditTrail audit;
  private final Function<McpAsyncServerExchange, Caller> callers;
  private final InstantSource clock;

  RunResources(
      RunTexts texts,
      AuditTrail audit,
      Function<McpAsyncServerExchange, Caller> callers,
      InstantSource clock) {
    this.texts = texts;
    this.audit = audit;
    this.callers = callers;
    this.clock = clock;
  }

  List<McpServerFeatures.AsyncResourceTemplateSpecification> templates() {
    return List.of(
        template("{run}/result", "run-result", "The result text of a run"),
        template("{run}/steps/{step}/stdout", "step-stdout", "What a step wrote"),
        template("{run}/steps/{step}/stderr", "step-stderr", "What a step complained of"));
  }

  private McpServerFeatures.AsyncResourceTemplateSpecification template(
      String path, String name, String description) {
    McpSchema.ResourceTemplate template =
        McpSchema.ResourceTemplate.builder(ROOT + path, name)
            .description(description)
            .mimeType(TEXT)
            .build();
    return new McpServerFeatures.AsyncResourceTemplateSpecification(
        template, (exchange, request) -> Mono.fromCallable(() -> read(exchange, request.uri())));
  }

  private McpSchema.ReadResourceResult read(McpAsyncServerExchange exchange, String uri) {
    Caller caller = callers.apply(exchange);
    Instant at = clock.instant();
    boolean denied = caller.access().denies(List.of("runs"));
    Optional<String> text = denied ? Optional.empty() : text(caller, uri);
    ErrorCode error =
        denied
            ? ErrorCode.PERMISSION_DENIED
            : text.isPresent() ? null : ErrorCode.COMMAND_NOT_FOUND;
    long millis = clock.millis() - at.toEpochMilli();
    audit.record(
        new AuditEntry(at, caller, uri, "resources/read", new AuditEntry.Ending(error, millis)));
    if (text.isEmpty()) {
      throw McpError.RESOURCE_NOT_FOUND.apply(uri);
    }
    McpSchema.TextResourceContents contents =
        McpSchema.TextResourceContents.builder(uri, text.get()).mimeType(TEXT).build();
    return McpSchema.ReadResourceResult.builder(List.of(contents)).build();
  }

  private Optional<String> text(Caller caller, String uri) {
    Matcher result = RESULT.matcher(uri);
    if (result.matches()) {
      return texts.result(caller, result.group(1));
    }
    Matcher output = OUTPUT.matcher(uri);
    return output.matches()
        ? texts.output(caller, output.group(1), output.group(2), output.group(3).equals("stderr"))
        : Optional.empty();
  }
}
