package dev.escarole.web;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.plan.PlainText;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.Role;
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
  void rest_and_the_remote_client_know_the_application_and_nothing_behind_it() {
    noClasses()
        .that()
        .resideInAPackage("..web.api..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..engine.store..",
            "..engine.run..",
            "..engine.plan..",
            "..engine.executor..",
            "..web.view..",
            "dev.escarole.engine")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..app.remote..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..app.local..", "..engine.store..", "..engine.plan..", "dev.escarole.engine")
        .check(CLASSES);
  }

  /** Of the engine they know the words that replies hold. */
  @Test
  void pages_know_the_application_and_nothing_behind_it() {
    DescribedPredicate<JavaClass> behind =
        JavaClass.Predicates.resideInAnyPackage(
            "dev.escarole.engine..", "..app.local..", "..app.remote..");
    DescribedPredicate<JavaClass> word =
        JavaClass.Predicates.type(RunStatus.class)
            .or(JavaClass.Predicates.type(RunCounts.class))
            .or(JavaClass.Predicates.type(RunCounts.Tally.class))
            .or(JavaClass.Predicates.type(ArgumentMode.class));
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.escarole.web.page",
            "..page.list..",
            "..page.recipe..",
            "..page.command..",
            "..page.audit..",
            "..page.system..")
        .should()
        .dependOnClassesThat(behind.and(DescribedPredicate.not(word)))
        .check(CLASSES);
  }

  @Test
  void live_events_metrics_and_the_server_know_the_application_and_nothing_behind_it() {
    noClasses()
        .that()
        .resideInAnyPackage("..web.live..", "..web.metrics..", "..web.server..", "..web.api..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..engine.store..",
            "..engine.run..",
            "..engine.plan..",
            "..engine.executor..",
            "..app.local..",
            "..app.remote..",
            "dev.escarole.engine")
        .check(CLASSES);
  }

  /** Only the role is one of Javalin's, so that routes can be given it. */
  @Test
  void the_application_knows_nothing_of_its_faces() {
    noClasses()
        .that()
        .resideInAPackage("..web.app..")
        .and()
        .areNotAssignableTo(Role.class)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "picocli..",
            "io.javalin..",
            "jakarta.servlet..",
            "io.modelcontextprotocol..",
            "gg.jte..")
        .check(CLASSES);
  }

  @Test
  void each_room_knows_only_those_before_it() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .withOptionalLayers(true)
        .layer("app")
        .definedBy("..web.app..")
        .layer("access")
        .definedBy("..web.access..")
        .layer("faces")
        .definedBy(
            "..web.page..", "..web.api..", "..web.live..", "..web.metrics..", "..web.agent..")
        .layer("server")
        .definedBy("..web.server..")
        .layer("cli")
        .definedBy("..web.cli..")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("server")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("faces")
        .mayOnlyBeAccessedByLayers("server", "cli")
        .whereLayer("access")
        .mayOnlyBeAccessedByLayers("faces", "server", "cli")
        .whereLayer("app")
        .mayOnlyBeAccessedByLayers("access", "faces", "server", "cli")
        .check(CLASSES);
  }

  @Test
  void only_those_who_open_an_engine_or_read_its_records_know_the_store() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..web.app.local..", "..web.app.setup..", "..web.app.figures..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("..engine.store..")
        .check(CLASSES);
  }

  @Test
  void pages_of_a_run_know_the_application_and_nothing_behind_it() {
    noClasses()
        .that()
        .resideInAnyPackage("..web.page.run..", "..web.page.draw..", "..web.page.words..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.escarole..")
                .and(not(resideInAnyPackage("..web.app", "..web.app.run", "..web.app.output")))
                .and(not(resideInAnyPackage("..web.app.recipe", "..web.app.system")))
                .and(not(resideInAnyPackage("..web.access", "..web.page..")))
                // What the replies of the application hold themselves.
                .and(not(belongToAnyOf(RunCounts.class, RunStatus.class)))
                .and(not(belongToAnyOf(StepState.class, StepStatus.class)))
                // It makes names of files visible.
                .and(not(belongToAnyOf(PlainText.class))))
        .check(CLASSES);
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("dev.escarole.web.(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("dev.escarole.web.cli.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}
