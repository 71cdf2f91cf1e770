"""The modules that each leaf finds imported. The others are stored in the snapshot."""

import argparse, base64, bisect, calendar, collections.abc, configparser, contextlib, copy, csv  # noqa
import dataclasses, datetime, decimal, enum, errno, fnmatch, fractions, functools, glob, hashlib, heapq  # noqa
import html, inspect, io, itertools, json, linecache, locale, logging, math, operator, os, pathlib  # noqa
import pprint, random, re, runpy, shutil, socket, statistics, string, struct, sys, tempfile, textwrap  # noqa
import time, tokenize, traceback, types, typing, unicodedata, urllib.parse, uuid, warnings  # noqa
import weakref, xml.etree.ElementTree, zipfile, zlib, atexit, gc  # noqa


def no_network(*arguments, **options):
    raise OSError(errno.ENOTSUP, "programs in the sandbox have no network")


def settle(put_to_sleep):
    """Leaves nothing in the modules that differs from one leaf to the next."""

    def use_random(module):
        module.random = sys.modules.get("random") or __import__("random")

    socket.socket.__init__ = no_network
    for name in ("getaddrinfo", "gethostbyname", "gethostname", "getnameinfo", "create_connection"):
        setattr(socket, name, no_network)
    put_to_sleep("random", lambda module: module.seed())
    put_to_sleep("statistics", use_random)
    put_to_sleep("logging", lambda module: setattr(module, "_startTime", time.time()))
    asleep = (random, statistics, logging)
    for name, module in sys.modules.items():
        for member in vars(module).values():
            owner = getattr(member, "__self__", None)
            if name != __name__ and (any(member is each for each in asleep) or isinstance(owner, random.Random)):
                raise AssertionError(f"{name} holds {member}, which is asleep")
