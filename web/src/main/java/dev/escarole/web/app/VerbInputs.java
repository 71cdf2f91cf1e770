package dev.escarole.web.app;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the inputs of verbs off their request records, and makes such records of values by name.
 */
public final class VerbInputs {

  private static final ClassValue<List<VerbInput>> KNOWN =
      new ClassValue<>() {
        @Override
        protected List<VerbInput> computeValue(Class<?> type) {
          return Arrays.stream(type.getRecordComponents()).map(VerbInputs::input).toList();
        }
      };

  /** Looking for the components of a record takes longer than most questions. */
  private static final ClassValue<List<Method>> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
          return Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getAccessor)
              .toList();
        }
      };

  private VerbInputs() {}

  /** All inputs that a request record has, in its order. */
  public static List<VerbInput> of(Class<? extends Record> request) {
    return KNOWN.get(request);
  }

  private static VerbInput input(RecordComponent component) {
    Param param = component.getAnnotation(Param.class);
    if (param == null) {
      throw new IllegalStateException("BUG: nothing describes " + component);
    }
    VerbInput.Kind kind = kind(component.getGenericType());
    boolean ranged = kind == VerbInput.Kind.INTEGER;
    Long usual = param.byDefault() == Param.NOTHING ? null : (Long) param.byDefault();
    return new VerbInput(
        component.getName(),
        kind,
        param.in(),
        param.value(),
        param.required(),
        words(param, component.getGenericType()),
        ranged ? new VerbInput.Range(param.min(), param.max(), usual) : null);
  }

  private static VerbInput.Kind kind(Type type) {
    if (type == int.class || type == long.class || type == Long.class) {
      return VerbInput.Kind.INTEGER;
    }
    if (type == boolean.class) {
      return VerbInput.Kind.FLAG;
    }
    if (type == byte[].class) {
      return VerbInput.Kind.BASE64;
    }
    if (type == Instant.class) {
      return VerbInput.Kind.TIME;
    }
    if (type == String.class || isEnum(type)) {
      return VerbInput.Kind.TEXT;
    }
    if (type instanceof ParameterizedType several) {
      return several.getRawType() == Map.class ? VerbInput.Kind.OBJECT : VerbInput.Kind.TEXTS;
    }
    throw new IllegalStateException("BUG: no input can be of " + type);
  }

  private static boolean isEnum(Type type) {
    return type instanceof Class<?> single && single.isEnum();
  }

  private static List<String> words(Param param, Type type) {
    Type one = type instanceof ParameterizedType several ? element(several) : type;
    if (isEnum(one)) {
      return Documents.words((Class<?>) one);
    }
    return List.of(param.words());
  }

  private static Type element(ParameterizedType several) {
    return several.getActualTypeArguments()[0];
  }

  /**
   * The request that has these values.
   *
   * @param values by name, each of its input's kind: a text, bytes, a moment, a {@link Long}, a
   *     boolean, a map or a list of texts; absent values have their default
   */
  public static <Q extends Record> Q request(Class<Q> type, Map<String, Object> values) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    @Nullable Object[] arguments = new Object[components.length];
    List<VerbInput> inputs = of(type);
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      arguments[i] = argument(components[i], inputs.get(i), values.get(components[i].getName()));
    }
    try {
      Constructor<Q> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("BUG: " + type + " cannot be made", e);
    }
  }

  private static @Nullable Object argument(
      RecordComponent component, VerbInput input, @Nullable Object value) {
    Type type = component.getGenericType();
    return switch (input.kind()) {
      case INTEGER -> number(type, input, value);
      case FLAG -> Boolean.TRUE.equals(value);
      case OBJECT -> value == null ? Map.of() : value;
      case TEXTS -> texts((ParameterizedType) type, value == null ? List.of() : (List<?>) value);
      case TEXT -> value != null && isEnum(type) ? word(type, value) : value;
      case BASE64, TIME -> value;
    };
  }

  private static @Nullable Object number(Type type, VerbInput input, @Nullable Object value) {
    Long number = value != null ? (Long) value : Objects.requireNonNull(input.range()).usual();
    if (number == null) {
      return type == Long.class ? null : type == int.class ? (Object) 0 : (Object) 0L;
    }
    return type == int.class ? (Object) Math.toIntExact(number) : number;
  }

  private static List<?> texts(ParameterizedType type, List<?> texts) {
    if (!isEnum(element(type))) {
      return texts;
    }
    List<Object> words = new ArrayList<>();
    texts.forEach(text -> words.add(word(element(type), text)));
    return words;
  }

  private static Object word(Type type, Object text) {
    return Documents.mapper().convertValue(text, (Class<?>) type);
  }

  /** The values of a request by name, without null ones. */
  public static Map<String, Object> values(Record request) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Method accessor : ACCESSORS.get(request.getClass())) {
      try {
        Object value = accessor.invoke(request);
        if (value != null) {
          values.put(accessor.getName(), value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("BUG: " + accessor + " cannot be read", e);
      }
    }
    return values;
  }

  /**
   * Does nothing if all values of a request fit.
   *
   * @throws RefusedException if one of them does not
   */
  public static void check(Record request) {
    Map<String, Object> values = values(request);
    for (VerbInput input : of(request.getClass())) {
      Object value = values.get(input.name());
      if (value != null) {
        input.check(value);
      }
    }
  }
}
