package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.recipe.Problem;
import java.io.IOException;
import java.util.List;

/** Writes what is wrong, or doubtful, as JSON. */
public final class ProblemJson {

  private final JsonGenerator json;

  public ProblemJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes an object with nothing but errors. */
  public void errors(List<Problem> errors) throws IOException {
    json.writeStartObject();
    problems("errors", errors);
    json.writeEndObject();
  }

  /** Writes an object with errors and warnings. */
  public void findings(List<Problem> errors, List<Problem> warnings) throws IOException {
    json.writeStartObject();
    problems("errors", errors);
    problems("warnings", warnings);
    json.writeEndObject();
  }

  private void problems(String name, List<Problem> problems) throws IOException {
    json.writeFieldName(name);
    array(problems);
  }

  /** Writes an array of problems. */
  public void array(List<Problem> problems) throws IOException {
    json.writeStartArray();
    for (Problem problem : problems) {
      problem(problem);
    }
    json.writeEndArray();
  }

  private void problem(Problem problem) throws IOException {
    json.writeStartObject();
    json.writeStringField("code", problem.code());
    json.writeStringField("message", problem.message());
    json.writeStringField("hint", problem.hint());
    json.writeStringField("file", problem.file());
    position("line", problem.line());
    position("column", problem.column());
    json.writeStringField("pointer", problem.pointer());
    json.writeEndObject();
  }

  private void position(String name, int value) throws IOException {
    if (value == 0) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
