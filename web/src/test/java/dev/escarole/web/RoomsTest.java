package dev.escarole.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Holds who may know whom in this module. */
class RoomsTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.escarole.web");

  @Test
  void nothing_here_knows_sql_or_the_wasm_runtime() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..", "javax.sql..", "org.jdbi..", "org.h2..", "com.dylibso.chicory..")
        .check(CLASSES);
  }

  @Test
  void views_know_nothing_of_the_command_line() {
    noClasses()
        .that()
        .resideInAPackage("..web.view..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..web.cli..", "picocli..")
        .check(CLASSES);
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("dev.escarole.web.(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
