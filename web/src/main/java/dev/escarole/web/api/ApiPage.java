package dev.escarole.web.api;

import dev.escarole.web.app.Role;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.page.ApiReference;
import dev.escarole.web.page.ApiReference.Entry;
import dev.escarole.web.page.ApiReference.Input;
import dev.escarole.web.page.ApiReference.Line;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page that shows people the REST interface, made of the same table as the interface. */
public final class ApiPage {

  private final Pages pages;
  private final Api api;

  /** Made when the page is first asked for; making it twice does no harm. */
  private volatile @Nullable ApiReference view;

  public ApiPage(Pages pages, Api api) {
    this.pages = pages;
    this.api = api;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get(
        "/api",
        ctx -> pages.show(ctx, "api/reference.jte", "API", Frame.Place.API, view()),
        Role.VIEWER);
  }

  private ApiReference view() {
    ApiReference known = view;
    if (known == null) {
      known = view(api.operations());
      view = known;
    }
    return known;
  }

  private static ApiReference view(List<Operation> operations) {
    Map<String, List<Entry>> groups = new LinkedHashMap<>();
    for (Operation operation : operations) {
      groups
          .computeIfAbsent(operation.text().tag(), tag -> new ArrayList<>())
          .add(entry(operation));
    }
    return new ApiReference(Api.ROOT, groups);
  }

  private static Entry entry(Operation operation) {
    Operation.Text text = operation.text();
    Class<?> reply = operation.reply();
    Map<Integer, String> refusals = new LinkedHashMap<>();
    operation.refusals().forEach(status -> refusals.put(status, OpenApi.meaning(status)));
    return new Entry(
        new Line(text.id(), operation.route().method(), OpenApi.path(operation), text.summary()),
        text.description(),
        operation.role() == Role.NOBODY ? "everybody" : operation.role().word(),
        operation.inputs().stream().map(ApiPage::input).toList(),
        operation.route().status()
            + " "
            + (reply == null ? operation.type() : reply.getSimpleName()),
        refusals);
  }

  private static Input input(VerbInput input) {
    String values = values(input);
    return switch (input.where()) {
      case PATH, QUERY, BODY ->
          new Input(
              input.name(),
              input.where().name().toLowerCase(Locale.ROOT),
              values,
              input.needed(),
              input.description());
      case KEY -> new Input(OpenApi.KEY, "header", values, false, input.description());
      case BYTES -> new Input("(the body)", "body", "bytes", true, input.description());
    };
  }

  private static String values(VerbInput input) {
    if (!input.words().isEmpty()) {
      return String.join(", ", input.words());
    }
    return switch (input.kind()) {
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
