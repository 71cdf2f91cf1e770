package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyFile;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Writes what principals may do as JSON. */
public final class PolicyJson {

  private final JsonGenerator json;

  public PolicyJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes an object that lists the principals in alphabetical order. */
  public void policy(PolicyFile file) throws IOException {
    json.writeStartObject();
    if (file.limits().isPresent()) {
      limits(file.limits().get());
    }
    json.writeArrayFieldStart("principals");
    for (Map.Entry<String, Policy> principal : file.principals().entrySet()) {
      principal(principal.getKey(), principal.getValue());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void principal(String name, Policy policy) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("standing", policy.standing().name().toLowerCase(Locale.ROOT));
    texts("commands", policy.commands().map(names -> names.patterns()).orElse(Set.of("*")));
    if (policy.runs().isPresent()) {
      json.writeStringField("runs", policy.runs().get().name().toLowerCase(Locale.ROOT));
    }
    json.writeBooleanField("exec", policy.capabilities().exec());
    json.writeBooleanField("managesCommands", policy.capabilities().commands());
    number("callsPerSecond", policy.quota().callsPerSecond());
    number("concurrentCalls", policy.quota().concurrentCalls());
    json.writeNumberField("depth", policy.maxDepth());
    json.writeArrayFieldStart("directories");
    for (DirectoryGrant grant : policy.grants().directories().orElse(List.of())) {
      directory(grant);
    }
    json.writeEndArray();
    texts("environment", policy.grants().environment().orElse(Set.of("*")));
    if (policy.grants().limits().isPresent()) {
      limits(policy.grants().limits().get());
    }
    json.writeEndObject();
  }

  private void directory(DirectoryGrant grant) throws IOException {
    json.writeStartObject();
    json.writeStringField("host", grant.host().toString());
    json.writeStringField("guest", grant.guest());
    json.writeBooleanField("readOnly", grant.mode() == DirectoryGrant.Mode.READ_ONLY);
    json.writeEndObject();
  }

  private void texts(String field, Collection<String> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : new TreeSet<>(texts)) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private void number(String field, OptionalInt number) throws IOException {
    if (number.isEmpty()) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, number.getAsInt());
    }
  }

  private void limits(Limits limits) throws IOException {
    json.writeObjectFieldStart("limits");
    json.writeNumberField("wallClockMillis", limits.wallClock().toMillis());
    json.writeNumberField("fuel", limits.fuel());
    json.writeNumberField("memoryBytes", limits.memoryBytes());
    json.writeNumberField("stdinBytes", limits.stdinBytes());
    json.writeNumberField("argvBytes", limits.argvBytes());
    json.writeNumberField("outputBytes", limits.outputBytes());
    json.writeEndObject();
  }
}
