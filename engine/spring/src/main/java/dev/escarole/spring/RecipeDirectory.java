package dev.escarole.spring;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.ResourceUtils;
import org.springframework.util.StringUtils;

/**
 * The directory with the recipes. Those in the jar of the application are copied to a temporary
 * one, because the folder watches files, and recipes may grant their directory to commands.
 */
final class RecipeDirectory implements DisposableBean {

  private static final String CLASS_PATH = ResourceUtils.CLASSPATH_URL_PREFIX;

  private final Path path;
  private final boolean temporary;

  private RecipeDirectory(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  /**
   * @param location a directory, or {@code classpath:PATH}
   */
  static RecipeDirectory of(String location, ResourcePatternResolver resources) {
    if (!location.startsWith(CLASS_PATH)) {
      return new RecipeDirectory(Path.of(location), false);
    }
    try {
      String root = location.replaceFirst("/*$", "/");
      Resource directory = resources.getResource(root);
      if (directory.exists() && directory.isFile()) {
        return new RecipeDirectory(directory.getFile().toPath(), false);
      }
      return new RecipeDirectory(copy(location, root, resources), true);
    } catch (IOException e) {
      throw new UncheckedIOException("The recipes at %s cannot be read".formatted(location), e);
    }
  }

  private static Path copy(String location, String root, ResourcePatternResolver resources)
      throws IOException {
    Resource[] found = found(root, resources);
    String start = root.substring(CLASS_PATH.length()).replaceFirst("^/", "");
    Path copy = Files.createTempDirectory("escarole-recipes-").toRealPath();
    boolean any = false;
    for (Resource each : found) {
      String relative = relative(each, start);
      if (relative != null && each.isReadable() && !relative.endsWith("/")) {
        Path file = copy.resolve(relative).normalize();
        if (file.startsWith(copy)) {
          Files.createDirectories(file.getParent());
          try (InputStream in = each.getInputStream()) {
            Files.copy(in, file);
          }
          any = true;
        }
      }
    }
    if (!any) {
      FileSystemUtils.deleteRecursively(copy);
      throw WrongProperty.of("recipes", location, "nothing on the class path has that path");
    }
    return copy;
  }

  private static Resource[] found(String root, ResourcePatternResolver resources)
      throws IOException {
    try {
      return resources.getResources(root + "**/*");
    } catch (FileNotFoundException e) {
      return new Resource[0];
    }
  }

  /** The path of a resource below a directory, as its address ends. */
  private static @Nullable String relative(Resource resource, String start) throws IOException {
    String address = StringUtils.uriDecode(resource.getURL().toString(), StandardCharsets.UTF_8);
    int at = address.lastIndexOf("/" + start);
    return at < 0 ? null : address.substring(at + 1 + start.length());
  }

  Path path() {
    return path;
  }

  @Override
  public void destroy() throws IOException {
    if (temporary) {
      FileSystemUtils.deleteRecursively(path);
    }
  }
}
