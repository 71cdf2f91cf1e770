package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.acli.Gateway.AuditEntry;
import dev.escarole.web.agent.acli.Gateway.AuditTrail;
import dev.escarole.web.agent.acli.Gateway.CallRate;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.command.RunDocuments;
import dev.escarole.web.agent.command.RunDocuments.ListedDocument;
import dev.escarole.web.agent.command.RunDocuments.RunDocument;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Documents of runs as MCP resources. Listing and reading them is rate-limited and audited like a
 * line, and returns nothing that a caller could not get with lines.
 */
final class RunResources {

  private static final String TEXT = "text/plain";
  private static final String JSON = "application/json";

  private static final int RATE_LIMITED = -32_000;

  private final Supplier<RunDocuments> documents;
  private final AuditTrail audit;
  private final CallRate rate;
  private final InstantSource clock;
  private final Function<McpAsyncServerExchange, AgentCaller> callers;
  private final Scheduler workers;

  RunResources(
      Supplier<RunDocuments> documents,
      AuditTrail audit,
      CallRate rate,
      InstantSource clock,
      Function<McpAsyncServerExchange, AgentCaller> callers,
      Scheduler workers) {
    this.documents = documents;
    this.audit = audit;
    this.rate = rate;
    this.clock = clock;
    this.callers = callers;
    this.workers = workers;
  }

  static McpSchema.ListResourceTemplatesResult templates() {
    return McpSchema.ListResourceTemplatesResult.builder(
            List.of(
                template("{run}", "run", "A run with its joins", JSON),
                template(
                    "{run}/result{?from}",
                    "run-result",
                    "Result, from an offset in characters",
                    TEXT),
                template("{run}/joins{?from}", "run-joins", "Joins, from an index", JSON),
                template(
                    "{run}/steps/{step}/stdout{?from}",
                    "step-stdout",
                    "Standard output of a step, from an offset in characters",
                    TEXT),
                template(
                    "{run}/steps/{step}/stderr{?from}",
                    "step-stderr",
                    "Standard error of a step, from an offset in characters",
                    TEXT)))
        .build();
  }

  private static McpSchema.ResourceTemplate template(
      String path, String name, String description, String mimeType) {
    return McpSchema.ResourceTemplate.builder(ResourceUri.ROOT + path, name)
        .description(description)
        .mimeType(mimeType)
        .build();
  }

  /** Returns a part of a resource that the sender may see. */
  Mono<McpSchema.ReadResourceResult> read(McpAsyncServerExchange exchange, String uri) {
    return Mono.fromCallable(
            () -> {
              AgentCaller caller = callers.apply(exchange);
              return audited(
                      caller, McpSchema.METHOD_RESOURCES_READ, uri, () -> contents(caller, uri))
                  .orElseThrow(() -> McpError.RESOURCE_NOT_FOUND.apply(uri));
            })
        .subscribeOn(workers);
  }

  private Optional<McpSchema.ReadResourceResult> contents(AgentCaller caller, String uri) {
    return ResourceUri.of(uri)
        .flatMap(
            address ->
                documents
                    .get()
                    .read(caller, address.run(), address.part(), address.from())
                    .map(found -> contents(address, found)));
  }

  private static McpSchema.ReadResourceResult contents(ResourceUri address, RunDocument found) {
    Map<String, Object> about =
        Json.object(
            "escarole/length",
            found.length(),
            "escarole/next",
            found.next() == null ? null : address.from(found.next()));
    String uri = address.from() == 0 ? address.base() : address.from(address.from());
    McpSchema.TextResourceContents contents =
        McpSchema.TextResourceContents.builder(uri, found.text())
            .mimeType(found.mimeType())
            .meta(about)
            .build();
    return McpSchema.ReadResourceResult.builder(List.of(contents)).build();
  }

  /**
   * Returns a page of the documents of the sender's newest runs.
   *
   * @param cursor the cursor of the previous page; null for the first
   */
  Mono<McpSchema.ListResourcesResult> list(
      McpAsyncServerExchange exchange, @Nullable String cursor) {
    String method = McpSchema.METHOD_RESOURCES_LIST;
    String line = cursor == null ? method : method + " " + cursor;
    return Mono.fromCallable(
            () -> {
              AgentCaller caller = callers.apply(exchange);
              return audited(caller, method, line, () -> documents.get().list(caller, cursor))
                  .map(RunResources::page)
                  .orElseThrow(
                      () -> Methods.invalid("no such page; use 'nextCursor' of the previous one"));
            })
        .subscribeOn(workers);
  }

  private static McpSchema.ListResourcesResult page(RunDocuments.Listing listing) {
    List<McpSchema.Resource> resources =
        listing.documents().stream().map(RunResources::resource).toList();
    McpSchema.ListResourcesResult.Builder page = McpSchema.ListResourcesResult.builder(resources);
    return listing.next() == null ? page.build() : page.nextCursor(listing.next()).build();
  }

  private static McpSchema.Resource resource(ListedDocument document) {
    return McpSchema.Resource.builder(ResourceUri.ROOT + document.path(), document.path())
        .description(document.description())
        .mimeType(document.mimeType())
        .build();
  }

  /** Executes and audits a request, unless it is not permitted or exceeds the rate limit. */
  private <T> Optional<T> audited(
      AgentCaller caller, String command, String line, Supplier<Optional<T>> answer) {
    Instant at = clock.instant();
    boolean admitted = rate.admits(caller.principal());
    boolean denied = caller.access().denies(List.of("runs"));
    Optional<T> found = admitted && !denied ? answer.get() : Optional.empty();
    ErrorCode error = found.isPresent() ? null : ErrorCode.COMMAND_NOT_FOUND;
    if (!admitted) {
      error = ErrorCode.RATE_LIMITED;
    } else if (denied) {
      error = ErrorCode.PERMISSION_DENIED;
    }
    long millis = clock.millis() - at.toEpochMilli();
    audit.record(new AuditEntry(at, caller, line, command, error, millis));
    if (!admitted) {
      throw McpError.builder(RATE_LIMITED)
          .message("Rate limit exceeded. Wait 1s before retry")
          .build();
    }
    return found;
  }

  /**
   * A parsed resource address: a document of a run and an offset.
   *
   * @param base the address without an offset
   * @param part its part, such as {@code result}; empty for the run itself
   */
  record ResourceUri(String base, String run, String part, int from) {

    static final String ROOT = "escarole://runs/";

    private static final Pattern FORM =
        Pattern.compile(
            "("
                + Pattern.quote(ROOT)
                + "([^/?]+)(/result|/joins|/steps/[^/?]+/std(?:out|err))?)"
                + "(?:\\?from=([0-9]{1,9}))?");

    /** Parses an address; empty if it has another form. */
    static Optional<ResourceUri> of(String uri) {
      Matcher form = FORM.matcher(uri);
      if (!form.matches()) {
        return Optional.empty();
      }
      String part = form.group(3) == null ? "" : form.group(3).substring(1);
      int from = form.group(4) == null ? 0 : Integer.parseInt(form.group(4));
      return Optional.of(new ResourceUri(form.group(1), form.group(2), part, from));
    }

    String from(int place) {
      return base + "?from=" + place;
    }
  }
}
