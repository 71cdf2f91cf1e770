package dev.escarole.spring;

import dev.escarole.engine.Engine;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.spring.EscaroleProperties.Pages;
import dev.escarole.web.access.HostSignIn;
import dev.escarole.web.access.TokenFileException;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.Dashboard;
import dev.escarole.web.server.DashboardOptions;
import jakarta.servlet.ServletContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;

/**
 * The {@link Dashboard} of {@code escarole-web} in the application's web server, for the callers
 * that a {@link HostSignIn} bean or a token file lets in. It is never open to everybody.
 */
@AutoConfiguration(after = EscaroleAutoConfiguration.class)
@ConditionalOnClass({Dashboard.class, ServletContext.class, ServletContextInitializer.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(Engine.class)
@ConditionalOnProperty(
    prefix = "escarole.dashboard",
    name = "enabled",
    havingValue = "true",
    matchIfMissing = true)
public class EscaroleDashboardAutoConfiguration {

  private static final Logger LOG =
      LoggerFactory.getLogger(EscaroleDashboardAutoConfiguration.class);

  /** Something says who may see it. */
  static final class SignInCondition extends AnyNestedCondition {

    SignInCondition() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(HostSignIn.class)
    static final class HasHost {}

    @ConditionalOnProperty(prefix = "escarole.dashboard", name = "token-file")
    static final class HasTokens {}
  }

  /** The dashboard and its place. */
  @Configuration(proxyBeanMethods = false)
  @Conditional(SignInCondition.class)
  static class Mounted {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Dashboard escaroleDashboard(
        Engine engine,
        ObjectProvider<RecipeFolder> folders,
        ObjectProvider<HostSignIn> signIns,
        EscaroleProperties properties) {
      Installation installation =
          new Installation(engine, folders.getIfUnique(), InstantSource.system());
      DashboardOptions options = options(signIns.getIfUnique(), properties.dashboard());
      try {
        return Dashboard.open(installation, options);
      } catch (TokenFileException e) {
        throw WrongProperty.of(
            "dashboard.token-file",
            properties.dashboard().tokenFile(),
            String.valueOf(e.getMessage()));
      }
    }

    private static DashboardOptions options(@Nullable HostSignIn signIn, Pages pages) {
      String tokens = EscaroleProperties.text(pages.tokenFile());
      if (tokens != null && !Files.exists(Path.of(tokens))) {
        throw WrongProperty.of(
            "dashboard.token-file",
            tokens,
            "there is no such file; escarole token create makes it");
      }
      DashboardOptions options;
      if (signIn != null) {
        options = DashboardOptions.signedInBy(signIn);
        options = tokens == null ? options : options.orTokens(Path.of(tokens));
      } else if (tokens != null) {
        options = DashboardOptions.withTokens(Path.of(tokens));
      } else {
        throw WrongProperty.of(
            "dashboard.enabled", true, "there are several HostSignIn beans, and none is @Primary");
      }
      String sessions = EscaroleProperties.text(pages.sessionFile());
      if (sessions != null) {
        options = options.withSessions(Path.of(sessions));
      }
      if (!pages.trustedProxies().isEmpty()) {
        DashboardOptions before = options;
        options =
            WrongProperty.check(
                "dashboard.trusted-proxies",
                pages.trustedProxies(),
                () -> before.behind(pages.trustedProxies().toArray(String[]::new)));
      }
      return pages.allowedHosts().isEmpty()
          ? options
          : options.answeringAs(pages.allowedHosts().toArray(String[]::new));
    }

    @Bean
    ServletContextInitializer escaroleDashboardMount(
        Dashboard escaroleDashboard, EscaroleProperties properties) {
      String path = properties.dashboard().path();
      return application ->
          WrongProperty.check(
              "dashboard.path",
              path,
              () -> {
                escaroleDashboard.mount(application, path);
                return path;
              });
    }

    /** Live events do not end by themselves, and a server that stops would wait for them. */
    @Bean
    ApplicationListener<ContextClosedEvent> escaroleDashboardEnd(
        Dashboard escaroleDashboard, ApplicationContext context) {
      return event -> {
        if (event.getApplicationContext() == context) {
          escaroleDashboard.close();
        }
      };
    }
  }

  /** Says why there is no dashboard. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(Dashboard.class)
  static class NotMounted {

    NotMounted(EscaroleProperties properties) {
      String reason =
          "nothing says who may see the dashboard; define a HostSignIn bean, or set"
              + " escarole.dashboard.token-file";
      if (properties.dashboard().enabled() != null) {
        throw WrongProperty.of("dashboard.enabled", true, reason);
      }
      LOG.info("The dashboard is not mounted: {}.", reason);
    }
  }
}
