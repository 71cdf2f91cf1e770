package dev.escarole.web.api;

import dev.escarole.web.app.Role;
import dev.escarole.web.page.ApiReference;
import dev.escarole.web.page.ApiReference.Entry;
import dev.escarole.web.page.ApiReference.Group;
import dev.escarole.web.page.ApiReference.Input;
import dev.escarole.web.page.ApiReference.Line;
import dev.escarole.web.page.ApiReference.Refusal;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page that shows people the REST interface, made of the same table as the interface. */
public final class ApiPage {

  private final Pages pages;
  private final ApiReference view;

  public ApiPage(Pages pages, Api api) {
    this.pages = pages;
    this.view = view(api.operations());
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get(
        "/api",
        ctx -> pages.show(ctx, "api/reference.jte", "API", Frame.Place.API, view),
        Role.VIEWER);
  }

  private static ApiReference view(List<Operation> operations) {
    Map<String, List<Entry>> byTag = new LinkedHashMap<>();
    for (Operation operation : operations) {
      byTag.computeIfAbsent(operation.text().tag(), tag -> new ArrayList<>()).add(entry(operation));
    }
    List<Group> groups = new ArrayList<>();
    byTag.forEach((tag, entries) -> groups.add(new Group(tag, List.copyOf(entries))));
    return new ApiReference(Api.ROOT, List.copyOf(groups));
  }

  private static Entry entry(Operation operation) {
    Operation.Text text = operation.text();
    Operation.Result result = operation.result();
    String form = result.schema().isEmpty() ? result.type() : result.schema();
    return new Entry(
        new Line(text.id(), operation.method(), OpenApi.path(operation), text.summary()),
        text.description(),
        operation.role() == Role.NOBODY ? "everybody" : operation.role().word(),
        inputs(operation.inputs()),
        result.status() + " " + form,
        operation.refusals().stream()
            .map(status -> new Refusal(status, OpenApi.meaning(status)))
            .toList());
  }

  private static List<Input> inputs(Operation.Inputs inputs) {
    List<Input> all = new ArrayList<>();
    inputs.path().forEach(field -> all.add(input(field, "path")));
    inputs.query().forEach(field -> all.add(input(field, "query")));
    if (inputs.keyed()) {
      all.add(
          input(Field.text("Idempotency-Key", "The same key and body start one run."), "header"));
    }
    Operation.Payload payload = inputs.payload();
    payload.fields().forEach(field -> all.add(input(field, "body")));
    if (!payload.isNone() && !payload.isJson()) {
      all.add(new Input("(the body)", "body", payload.type(), true, "The bytes themselves."));
    }
    return all;
  }

  private static Input input(Field field, String in) {
    return new Input(field.name(), in, values(field), field.needed(), field.description());
  }

  private static String values(Field field) {
    if (!field.words().isEmpty()) {
      return String.join(", ", field.words());
    }
    return switch (field.kind()) {
      case TEXT -> "text";
      case BASE64 -> "Base64";
      case TIME -> "time";
      case INTEGER -> "whole number";
      case FLAG -> "true, false";
      case OBJECT -> "object";
      case TEXTS -> "texts";
    };
  }
}
