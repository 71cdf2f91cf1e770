package dev.escarole.web.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
                    && !type.isEquivalentTo(NearestName.class));
    noClasses()
        .that()
        .resideInAPackage("..agent.acli..")
        .should()
        .dependOnClassesThat(ours)
        .check(CLASSES);
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
