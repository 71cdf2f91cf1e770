package dev.escarole.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.audit.Actions;
import dev.escarole.engine.store.audit.Audit;
import dev.escarole.engine.store.audit.Lines;
import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.journal.Journal;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who may use whom: the road that a recipe takes, one direction, no way back. */
class BordersTest {

  private static final String ROOT = "dev.escarole.engine";

  /** For each room, the rooms of this module that it may use. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("command", List.of()),
          Map.entry("catalog", List.of("command")),
          Map.entry("build", List.of("command", "catalog")),
          Map.entry("wasi", List.of()),
          Map.entry("plan", List.of()),
          Map.entry("broker", List.of("command")),
          Map.entry("wasm", List.of("command", "broker", "wasi")),
          Map.entry("http", List.of("command", "broker")),
          Map.entry("shell", List.of("command", "broker", "wasi")),
          Map.entry("run", List.of("plan", "command")),
          Map.entry("store", List.of("run", "plan", "command")),
          Map.entry("executor", List.of("store", "run", "plan", "broker", "command")),
          Map.entry(
              "files", List.of("executor", "store", "run", "plan", "broker", "command", "wasi")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void rooms_use_only_what_stands_before_them_on_the_road() {
    MAY_USE.forEach(
        (room, others) -> {
          List<String> allowed = new ArrayList<>(List.of(ROOT + "." + room + ".."));
          others.forEach(other -> allowed.add(ROOT + "." + other + ".."));
          noClasses()
              .that()
              .resideInAPackage(ROOT + "." + room + "..")
              .should()
              .dependOnClassesThat(
                  JavaClass.Predicates.resideInAPackage(ROOT + "..")
                      .and(
                          DescribedPredicate.not(
                              JavaClass.Predicates.resideInAnyPackage(
                                  allowed.toArray(String[]::new)))))
              .check(CLASSES);
        });
  }

  @Test
  void the_folder_knows_the_front_door_and_no_room_behind_it() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".folder..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage(ROOT + "..")
                .and(
                    DescribedPredicate.not(
                        JavaClass.Predicates.resideInAnyPackage(ROOT, ROOT + ".folder.."))))
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".folder..", ROOT + ".schedule..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".folder..")
        .check(CLASSES);
  }

  @Test
  void notifications_stand_over_the_front_door_and_only_they_know_mail() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".notify..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + ".folder..", ROOT + ".executor..", ROOT + ".wasm..", ROOT + ".shell..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".notify..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".notify..", "jakarta.mail..", "org.eclipse.angus..")
        .check(CLASSES);
  }

  @Test
  void nothing_in_the_engine_knows_the_tests_of_recipes() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".rehearsal..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".rehearsal..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".rehearsal..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".store..", ROOT + ".executor..", ROOT + ".wasm..")
        .check(CLASSES);
  }

  /** It reaches runs through the front door, and files through names alone. */
  @Test
  void the_inbox_stands_over_the_front_door_and_nobody_knows_it() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".inbox..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + ".folder..", ROOT + ".executor..", ROOT + ".wasm..", ROOT + ".shell..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".inbox..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".inbox..")
        .check(CLASSES);
  }

  @Test
  void nothing_before_the_web_knows_schedules_and_only_they_know_quartz() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".schedule..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".schedule..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".schedule..", ROOT + ".store.schedule..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.quartz..")
        .check(CLASSES);
  }

  /** Whoever embeds the engine reads what is stored, and writes by what the engine does. */
  @Test
  void the_engine_hands_out_nothing_that_writes_or_deletes_rows() {
    assertThat(Engine.class.getMethods())
        .extracting(Method::getReturnType)
        .doesNotContain(
            RunStore.class,
            Journal.class,
            KeptResults.class,
            Audit.class,
            Lines.class,
            Actions.class,
            Database.class);
    assertThat(RunRecords.class.getMethods())
        .filteredOn(each -> each.getDeclaringClass() == RunRecords.class)
        .extracting(Method::getReturnType)
        .as("what reads answers, and holds nothing to write with")
        .doesNotContain(void.class)
        .allMatch(type -> !type.getPackageName().endsWith(".database"));
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void what_meters_modules_and_what_opens_directories_know_nothing_of_who_uses_them() {
    for (String room : List.of(".wasm.metering", ".wasi.host")) {
      noClasses()
          .that()
          .resideInAPackage(ROOT + room)
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAPackage("dev.escarole..")
                  .and(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage(ROOT + room))))
          .check(CLASSES);
    }
  }

  @Test
  void rooms_of_the_store_know_the_front_door_not_and_have_no_cycles() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".store.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".store")
        .check(CLASSES);
    slices().matching(ROOT + ".store.(*)..").should().beFreeOfCycles().check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".store.database..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + ".store.content..",
            ROOT + ".store.journal..",
            ROOT + ".store.cache..",
            ROOT + ".store.audit..")
        .check(CLASSES);
  }

  @Test
  void no_room_of_the_store_has_more_than_45_classes() {
    Map<String, Long> classes =
        CLASSES.stream()
            .filter(each -> each.getPackageName().startsWith(ROOT + ".store"))
            .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertThat(classes).containsKey(ROOT + ".store.audit").containsKey(ROOT + ".store.cache");
    assertThat(classes).allSatisfy((room, count) -> assertThat(count).as(room).isLessThan(46));
  }

  @Test
  void only_the_wasm_room_knows_chicory() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".wasm..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.dylibso..")
        .check(CLASSES);
  }

  @Test
  void only_the_room_of_requests_knows_the_http_library() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".http..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hc..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".http.dial..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".http")
        .check(CLASSES);
  }

  @Test
  void only_the_store_knows_sql() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".store..")
        .and()
        // Passes the application's connection on.
        .doNotHaveSimpleName("TransactionalLaunches")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "org.h2..", "javax.sql..", "org.jdbi..")
        .check(CLASSES);
  }

  @Test
  void what_is_particular_to_a_database_is_known_to_its_dialect_alone() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.(H2\\w+|FileInspection)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.h2..")
        .check(CLASSES);
    noClasses()
        .that()
        .haveSimpleNameNotContaining("Dialect")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(".*\\.(H2|Postgres)Dialect")
        .check(CLASSES);
  }

  @Test
  void whatever_the_store_writes_in_groups_is_written_behind_in_one_way() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".store..")
        .and()
        .doNotHaveSimpleName("WriteBehind")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Condition.class)
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".store..")
        .and()
        .doNotHaveSimpleName("WriteBehind")
        .and()
        // It writes nothing.
        .doNotHaveSimpleName("PostgresListener")
        .should()
        .callConstructor(Thread.class, Runnable.class, String.class)
        .check(CLASSES);
  }

  @Test
  void sandbox_and_shared_rooms_know_no_recipes() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + ".command..",
            ROOT + ".broker..",
            ROOT + ".wasi..",
            ROOT + ".wasm..",
            ROOT + ".http..",
            ROOT + ".shell..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.escarole.recipe..")
        .check(CLASSES);
  }

  @Test
  void the_machine_is_pure() {
    classes()
        .that()
        .resideInAnyPackage(ROOT + ".run..", ROOT + ".plan..")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackages(
            "java.sql..", "org.h2..", "java.util.concurrent..", "java.nio.file..")
        .check(CLASSES);
  }
}
