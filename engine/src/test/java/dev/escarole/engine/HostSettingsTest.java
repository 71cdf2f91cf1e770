package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.CompiledFiles;
import dev.escarole.engine.wasm.MemoryBudget;
import dev.escarole.engine.wasm.RunnerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostSettingsTest {

  private final Map<String, String> properties = new HashMap<>(Map.of("user.home", "/home/ada"));
  private final Map<String, String> environment = new HashMap<>();

  private RunnerOptions read() {
    return new HostSettings(properties::get, environment::get).read();
  }

  private @Nullable Path directory() {
    CompiledFiles files = read().compiled();
    return files == null ? null : files.directory();
  }

  @Test
  void compiledPrograms_areKeptAmongTheUsersCaches() {
    assertThat(directory()).isEqualTo(Path.of("/home/ada/.cache/escarole/compiled"));
    environment.put("XDG_CACHE_HOME", "relative");
    assertThat(directory()).isEqualTo(Path.of("/home/ada/.cache/escarole/compiled"));
    environment.put("XDG_CACHE_HOME", "/var/caches");
    assertThat(directory()).isEqualTo(Path.of("/var/caches/escarole/compiled"));
    properties.remove("user.home");
    environment.clear();
    assertThat(directory()).isNull();
  }

  @Test
  void compiledPrograms_areKeptWhereASettingSays_orNowhere() {
    environment.put("ESCAROLE_COMPILED", "/srv/compiled");
    assertThat(directory()).isEqualTo(Path.of("/srv/compiled"));
    properties.put("escarole.compiled", "off");
    assertThat(directory()).isNull();
  }

  @Test
  void sizeAndTimeOfPlans_areSettings() {
    HostSettings settings = new HostSettings(properties::get, environment::get);
    assertThat(settings.planLimits()).isEqualTo(PlanLimits.DEFAULTS);
    environment.put("ESCAROLE_PLAN_SIZE", "1");
    properties.put("escarole.plan-time", "3");
    assertThat(settings.planLimits().maxBytes()).isEqualTo(1 << 20);
    assertThat(settings.planLimits().maxTime()).isEqualTo(Duration.ofSeconds(3));
    environment.put("ESCAROLE_PLAN_SIZE", "0");
    properties.put("escarole.plan-time", "9223372036854775807");
    assertThat(settings.planLimits()).isEqualTo(PlanLimits.DEFAULTS);
  }

  @Test
  void guestMemory_isHalfOfTheHeapUnlessSet() {
    assertThat(read().memory()).isSameAs(MemoryBudget.ofThisJvm());
    environment.put("ESCAROLE_GUEST_MEMORY", "64");
    assertThat(read().memory().bytes()).isEqualTo(64L << 20);
    for (String meaningless : new String[] {"", "many", "0", "-1", "9223372036854775807"}) {
      environment.put("ESCAROLE_GUEST_MEMORY", meaningless);
      assertThat(read().memory()).isSameAs(MemoryBudget.ofThisJvm());
    }
  }

  @Test
  void limitsOfCompiling_areStandardUnlessSet() {
    assertThat(read().limits().most(CompileLimit.TARGETS)).isEqualTo(65_536);
    environment.put("ESCAROLE_COMPILE_TARGETS", "100");
    properties.put("escarole.compile-function-size", "200");
    assertThat(read().limits().most(CompileLimit.TARGETS)).isEqualTo(100);
    assertThat(read().limits().most(CompileLimit.FUNCTION_SIZE)).isEqualTo(200);
    for (String meaningless : new String[] {"", "many", "0", "-1", "9223372036854775808"}) {
      environment.put("ESCAROLE_COMPILE_TARGETS", meaningless);
      assertThat(read().limits().most(CompileLimit.TARGETS)).isEqualTo(65_536);
    }
  }

  @Test
  void programsOfOthers_areInterpreted_ifTheSettingSaysSoOrIsMisspelt() {
    assertThat(read().code().get()).isEqualTo(ProgramCode.COMPILED);
    environment.put("ESCAROLE_PROGRAMS", "interpreted");
    assertThat(read().code().get()).isEqualTo(ProgramCode.INTERPRETED);
    environment.put("ESCAROLE_PROGRAMS", "interprete");
    assertThat(read().code().get()).isEqualTo(ProgramCode.INTERPRETED);
    environment.put("ESCAROLE_PROGRAMS", "compiled");
    assertThat(read().code().get()).isEqualTo(ProgramCode.COMPILED);
  }
}
