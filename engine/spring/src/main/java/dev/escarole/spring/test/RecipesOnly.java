package dev.escarole.spring.test;

import java.util.Set;
import org.springframework.boot.test.autoconfigure.filter.StandardAnnotationCustomizableTypeExcludeFilter;

/** Leaves out the beans of the application. */
final class RecipesOnly extends StandardAnnotationCustomizableTypeExcludeFilter<EscaroleTest> {

  RecipesOnly(Class<?> testClass) {
    super(testClass);
  }

  @Override
  protected Set<Class<?>> getDefaultIncludes() {
    return Set.of();
  }
}
