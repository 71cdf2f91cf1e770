package dev.escarole.spring.security;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.HostSignIn;
import dev.escarole.web.app.Role;
import java.util.Optional;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.batch.BatchAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** An application with the sign-in of Spring Security, as the README shows it. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = BatchAutoConfiguration.class)
class SecuredApplication {

  static final String DASHBOARD = "/ops/escarole";

  /** Of all users. */
  static final String PASSWORD = "a secret";

  @Bean
  SecurityFilterChain security(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers(DASHBOARD + "/health")
                    .permitAll()
                    .requestMatchers(DASHBOARD + "/**")
                    .hasAnyRole("OPS", "SUPPORT")
                    .anyRequest()
                    .authenticated())
        .formLogin(Customizer.withDefaults())
        .csrf(forged -> forged.ignoringRequestMatchers(DASHBOARD + "/**"))
        .build();
  }

  @Bean
  HostSignIn dashboardSignIn() {
    return request ->
        Optional.ofNullable(request.getUserPrincipal())
            .map(
                user ->
                    Caller.ofHost(
                        user.getName(), request.isUserInRole("OPS") ? Role.OPERATOR : Role.VIEWER));
  }

  @Bean
  UserDetailsService users() {
    return new InMemoryUserDetailsManager(
        user("ada", "OPS"), user("vera", "SUPPORT"), user("carl", "CUSTOMER"));
  }

  private static UserDetails user(String name, String role) {
    return User.withUsername(name).password("{noop}" + PASSWORD).roles(role).build();
  }
}
