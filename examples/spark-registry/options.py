"""What the example is told, and what it needs."""

import os
import shutil
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

HERE = Path(__file__).resolve().parent


def options() -> Namespace:
    parser = ArgumentParser(
        description="The best agent of every region, of a registry of agent cards, on Apache Spark."
    )

    def option(name: str, about: str, **more) -> None:
        parser.add_argument(name, help=about, **more)

    option("--master", "where Spark runs; local[*], all processors of this machine, unless said", default="local[*]")
    option("--cards", "how many cards are made up; 1000000 unless said", type=positive, default=1_000_000)
    option("--partitions", "how many parts these are in; four for each processor unless said", type=positive)
    option("--profile", "the client profile; client.json unless said", type=existing, default=HERE / "client.json")
    option("--skill", "the id of the skill that is wanted; the defaults of every card unless said")
    option("--shapes", "a folder of cards to vary", type=existing, default=HERE / "../../tests/cards")
    option("--package", "the tarball of a2a-negotiator; the one beside this file unless said", type=existing)
    given = parser.parse_args()
    given.package = given.package or max(HERE.glob("a2a-negotiator-*.tgz"), default=None)
    if not given.package:
        parser.error("there is no a2a-negotiator-*.tgz beside registry.py: put it there, or name it by --package")
    if not any(given.shapes.glob("*.json")):
        parser.error(f"there are no cards in {given.shapes}: name a folder of *.json by --shapes")
    for program, how in (
        ("java", "Spark needs Java 17 or later: install it, on Debian by `apt-get install openjdk-17-jre-headless`"),
        ("node", "the filter needs Node.js 20.18 or later, on every machine of the cluster: https://nodejs.org"),
    ):
        if not has(program):
            sys.exit(f"there is no `{program}` on the path. {how}")
    return given


def has(program: str) -> bool:
    home = os.environ.get("JAVA_HOME") if program == "java" else None
    return bool(home and Path(home, "bin").is_dir()) or shutil.which(program) is not None


def positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise ArgumentTypeError(f"`{text}` is no whole number from 1")


def existing(text: str) -> Path:
    path = Path(text).resolve()
    if path.exists():
        return path
    raise ArgumentTypeError(f"there is no `{text}`")
