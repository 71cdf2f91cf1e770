package dev.escarole.junit;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Resolves the parameters that {@link WithRecipes} promises. Each test has its own, so that tests
 * may run at the same time.
 */
final class RecipeExtension implements ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(RecipeExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Recipes.class || type == Engine.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Engine.class
        ? opened(context).engine
        : new Recipes(directory(context));
  }

  private static Path directory(ExtensionContext context) {
    for (ExtensionContext at = context; ; at = at.getParent().orElseThrow(() -> nowhere(context))) {
      var found =
          at.getElement()
              .flatMap(each -> AnnotationSupport.findAnnotation(each, WithRecipes.class));
      if (found.isPresent()) {
        return Path.of(found.get().value());
      }
    }
  }

  private static ParameterResolutionException nowhere(ExtensionContext context) {
    return new ParameterResolutionException(
        "%s has no @WithRecipes, which says where the recipes are"
            .formatted(context.getDisplayName()));
  }

  private static OpenEngine opened(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(OpenEngine.class, key -> new OpenEngine(), OpenEngine.class);
  }

  /** Closed with the context that it was made for, also by JUnit before 5.13. */
  @SuppressWarnings("deprecation")
  private static final class OpenEngine implements ExtensionContext.Store.CloseableResource {
    private final Engine engine = Engine.open(EngineOptions.inMemory());

    @Override
    public void close() {
      engine.close();
    }
  }
}
