package dev.escarole.spring.test;

import java.util.stream.Stream;
import org.springframework.boot.test.context.SpringBootTestContextBootstrapper;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Keeps a test away from the database and the files of the application. */
final class RecipeTestBootstrapper extends SpringBootTestContextBootstrapper {

  private static final String[] APART = {
    "escarole.enabled=true",
    "escarole.data=",
    "escarole.database=",
    "escarole.use-data-source=false",
    "escarole.policy-file=",
    "escarole.dashboard.token-file=",
    "escarole.dashboard.session-file="
  };

  @Override
  protected String[] getProperties(Class<?> testClass) {
    EscaroleTest test =
        TestContextAnnotationUtils.findMergedAnnotation(testClass, EscaroleTest.class);
    String[] own = test == null ? new String[0] : test.properties();
    return Stream.of(APART, own).flatMap(Stream::of).toArray(String[]::new);
  }
}
