"""The best agent of every region, of a registry of a million agent cards, on Apache Spark.

Whether an agent can serve a client follows from its card and the client's profile alone, so that the command line
`a2a-negotiator rank --ndjson` is a plain filter: a card a line in, a judgement a line out, in the same order. Spark
pipes every partition of the registry through one, and the judgements are one more table.
"""

import os
import shlex
import sys
import time
from argparse import Namespace

from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from generated import cards, terms
from options import options

# What is kept of a judgement. The type `Judgement` of the package says what else there is.
JUDGEMENT = """
    decision STRING, step STRING, code STRING, name STRING,
    preference STRUCT<degradations: INT, interface: INT, delivery: INT, output: INT>,
    plan STRUCT<url: STRING, binding: STRING, version: STRING>
"""

WHAT_BECOMES_OF_THEM = """
    SELECT decision, step, code, count(*) AS agents
    FROM judgements
    GROUP BY decision, step, code
    ORDER BY agents DESC, code
"""

# Of agents that serve the client equally well, the cheapest.
BEST_OF_EVERY_REGION = """
    SELECT region, callable, agent, name, owner, price, plan.binding, plan.version
    FROM (
        SELECT *,
            count(*) OVER (PARTITION BY region) AS callable,
            row_number() OVER (
                PARTITION BY region
                ORDER BY preference.degradations, preference.interface, preference.delivery, preference.output,
                    price, agent
            ) AS place
        FROM judgements JOIN terms USING (agent)
        WHERE decision = 'accept'
    )
    WHERE place = 1
    ORDER BY region
"""


def main() -> None:
    given = options()
    spark = session(given.master)
    partitions = given.partitions or 4 * spark.sparkContext.defaultParallelism
    # The tables are as small as what is asked of them: the usual 200 parts of a join would be mostly empty.
    spark.conf.set("spark.sql.shuffle.partitions", partitions)
    cards(spark, given.shapes, given.cards, partitions).createOrReplaceTempView("cards")
    terms(spark, given.cards).createOrReplaceTempView("terms")

    print(f"{given.cards:,} cards in {partitions} partitions, on {given.master}", flush=True)
    start = time.monotonic()
    # A few columns of each, kept for both questions below.
    judged = judgements(spark, given).cache()
    judged.createOrReplaceTempView("judgements")
    count = judged.count()
    seconds = time.monotonic() - start
    print(f"{count:,} judged in {seconds:.1f} s: {count / seconds:,.0f} cards a second\n")

    for title, question in (
        ("What becomes of them", WHAT_BECOMES_OF_THEM),
        ("The best agent of every region", BEST_OF_EVERY_REGION),
    ):
        print(title)
        spark.sql(question).show(50, truncate=False)
    spark.stop()


def session(master: str) -> SparkSession:
    if master.startswith("local"):
        # On this machine, the Python that runs this is the one that has pyspark.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = (
        SparkSession.builder.master(master)
        .appName("a2a-registry")
        .config("spark.ui.showConsoleProgress", sys.stderr.isatty())
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def judgements(spark: SparkSession, given: Namespace) -> DataFrame:
    """What every agent of the table `cards` is to the client."""
    context = spark.sparkContext
    # The package depends on no other, so that its tarball is all that the machines need besides Node.js.
    context.addArchive(f"{given.package}#a2a-negotiator")
    context.addFile(str(given.profile))
    # Both are in the working directory of every executor; without a cluster, where the driver has put them.
    is_cluster = not given.master.startswith("local") or given.master.startswith("local-cluster")
    folder = "." if is_cluster else SparkFiles.getRootDirectory()
    program = f"{folder}/a2a-negotiator/package/cli.js"
    # One thread, since Spark runs as many of these as there are processors.
    words = ["node", program, "rank", "--ndjson", "--jobs", "1", "--profile", f"{folder}/{given.profile.name}"]
    if given.skill:
        words += ["--skill", given.skill]

    registry = spark.table("cards").rdd
    answers = registry.map(lambda row: row.card).pipe(shlex.join(words), checkCode=True)
    # `zip` needs, and makes sure, that as many lines come out as went in.
    answered = registry.map(lambda row: row.agent).zip(answers)
    return (
        spark.createDataFrame(answered, "agent BIGINT, answer STRING", verifySchema=False)
        .select("agent", F.from_json("answer", JUDGEMENT).alias("judgement"))
        .select("agent", "judgement.*")
    )


if __name__ == "__main__":
    main()
