package dev.escarole.recipe.handle;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The fields of a handle, for the reader and the JSON Schema. */
enum HandleField {
  SCHEMA("$schema"),
  NAME("name"),
  DESCRIPTION("description"),
  HANDLE("handle"),
  HANDLER("handler"),
  PARAMETERS("parameters"),
  SECURITY("security"),
  COMMAND("command"),
  COMMANDS("commands"),
  ARGUMENTS("arguments"),
  ALLOW_FLAGS("allow_flags"),
  ALLOW_STDIN("allow_stdin"),
  PRINTABLE("printable"),
  DIRECTORY("directory"),
  ENVIRONMENT("environment"),
  IO("io");

  private final String key;

  HandleField(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }

  String pointer() {
    return "/" + key;
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(HandleField::key).toList();
  }

  static Optional<HandleField> ofKey(String key) {
    return Arrays.stream(values()).filter(field -> field.key.equals(key)).findFirst();
  }
}
