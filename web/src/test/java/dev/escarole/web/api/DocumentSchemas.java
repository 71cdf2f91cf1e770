package dev.escarole.web.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The schemas of replies, as REST describes them, for tests outside of this package. */
public final class DocumentSchemas {

  private final ReplySchemas schemas = new ReplySchemas();

  /** A reference to the schema of a record. */
  public JsonNode reference(Class<?> reply) {
    return schemas.reference(reply);
  }

  /** All schemas that were asked for, and those that they refer to, by name. */
  public ObjectNode collected() {
    return schemas.collected();
  }
}
