package dev.escarole.recipe;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.escarole");

  @Test
  void packages_have_no_cycles() {
    slices().matching("dev.escarole.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void the_language_knows_neither_files_nor_formats_but_json_of_a_value() {
    noClasses()
        .that()
        .resideInAPackage("dev.escarole.recipe.template")
        .and()
        .haveNameNotMatching(".*\\.JsonText(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.escarole.recipe",
            "java.nio.file..",
            "com.fasterxml.jackson.databind..",
            "org.snakeyaml..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("dev.escarole.recipe.template")
        .and()
        .haveNameNotMatching(".*\\.JsonText(\\$.*)?")
        .should()
        .dependOnClassesThat(resideInAPackage("java.io..").and(not(type(IOException.class))))
        .allowEmptyShould(false)
        .check(CLASSES);
  }

  @Test
  void forms_know_neither_files_nor_recipes_nor_handles() {
    noClasses()
        .that()
        .resideInAPackage("dev.escarole.recipe.form..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.escarole.recipe",
            "dev.escarole.recipe.template",
            "dev.escarole.recipe.handle",
            "java.io..",
            "java.nio.file..",
            "org.snakeyaml..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAnyPackage("dev.escarole.recipe", "dev.escarole.recipe.template")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.escarole.recipe.form..", "dev.escarole.recipe.handle..")
        .check(CLASSES);
  }

  @Test
  void the_values_of_forms_know_nothing_of_forms() {
    noClasses()
        .that()
        .resideInAPackage("dev.escarole.recipe.form.value")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.escarole.recipe.form")
        .check(CLASSES);
  }

  @Test
  void nothing_prints() {
    noClasses().should().accessField(System.class, "out").check(CLASSES);
    noClasses().should().accessField(System.class, "err").check(CLASSES);
  }
}
