package dev.escarole.recipe; /** x */ public final class Dummy { private Dummy() {} }
