package dev.escarole.web.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.recipe.template.NearestName;
import org.junit.jupiter.api.Test;

/** Holds who may know whom among the parts of this room. */
class AgentRoomsTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.escarole.web.agent");

  @Test
  void the_agent_command_line_knows_nothing_of_what_its_commands_do() {
    DescribedPredicate<JavaClass> ours =
        DescribedPredicate.describe(
            "other classes of Escarole",
            type ->
                type.getPackageName().startsWith("dev.escarole")
                    && !type.getPackageName().startsWith("dev.escarole.web.agent.acli")
                    && !type.isEquivalentTo(NearestName.class)
                    && !type.isEquivalentTo(Cancellation.class));
    noClasses()
        .that()
        .resideInAPackage("..agent.acli..")
        .should()
        .dependOnClassesThat(ours)
        .check(CLASSES);
  }

  @Test
  void ac_36_nothing_in_escarole_can_start_a_process_or_a_shell() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Programs that were compiled reach the machine by their imports only, and are large.
            .withImportOption(location -> !location.contains("/prebuilt/"))
            .importPackages("dev.escarole");
    assertThat(all.contain("dev.escarole.engine.Engine")).isTrue();
    noClasses().should().dependOnClassesThat().areAssignableTo(ProcessBuilder.class).check(all);
    noClasses().should().callMethodWhere(JavaCall.Predicates.target(startsProcess())).check(all);
    noClasses().should().dependOnClassesThat().resideInAPackage("javax.script..").check(all);
  }

  private static DescribedPredicate<AccessTarget.CodeUnitCallTarget> startsProcess() {
    return DescribedPredicate.describe(
        "start a process",
        target ->
            target.getOwner().isEquivalentTo(Runtime.class) && target.getName().equals("exec"));
  }

  @Test
  void only_one_part_knows_the_protocol() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..agent.mcp..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.modelcontextprotocol..", "reactor..")
        .check(CLASSES);
  }

  @Test
  void each_part_knows_only_those_before_it() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("acli")
        .definedBy("..agent.acli..")
        .layer("command")
        .definedBy("..agent.command..")
        .layer("mcp")
        .definedBy("..agent.mcp..")
        .whereLayer("mcp")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("command")
        .mayOnlyBeAccessedByLayers("mcp")
        .check(CLASSES);
  }
}
