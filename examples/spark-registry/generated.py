"""A registry that is made up as it is read, so that nothing is stored. In place of it, read yours, such as
`spark.read.parquet(...)`: a table `cards` with `agent` and `card`, the text of a card on one line, and a table `terms`
with what else is known of each agent."""

import json
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F


def cards(spark: SparkSession, shapes: Path, count: int, partitions: int) -> DataFrame:
    """So many cards of the shapes in a folder, in turn, each with a name of its own."""
    texts = [without_name(file.read_text(encoding="utf-8")) for file in sorted(shapes.glob("*.json"))]
    of_shape = spark.createDataFrame(list(enumerate(texts)), "shape INT, rest STRING")
    agents = spark.range(0, count, numPartitions=partitions).withColumnRenamed("id", "agent")
    card = F.concat(F.lit('{"name":"Agent '), F.col("agent"), F.lit('",'), F.col("rest"))
    return (
        agents.withColumn("shape", (F.col("agent") % len(texts)).cast("int"))
        .join(F.broadcast(of_shape), "shape")
        .select("agent", card.alias("card"))
    )


def without_name(text: str) -> str:
    """A card on one line, without its name and the bracket before that."""
    members = json.loads(text)
    members.pop("name", None)
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))[1:]


def terms(spark: SparkSession, count: int) -> DataFrame:
    """What a registry knows besides the cards: who runs an agent, where, and for how much."""
    regions = F.array(*map(F.lit, ["Africa", "Asia", "Europe", "North America", "South America"]))
    drawn = F.pmod(F.xxhash64("id"), F.lit(1_000_003))
    return spark.range(count).select(
        F.col("id").alias("agent"),
        F.concat(F.lit("Owner "), drawn % 5000).alias("owner"),
        F.element_at(regions, (drawn % 5 + 1).cast("int")).alias("region"),
        ((drawn % 9973 + 1) / 10000).cast("DECIMAL(6, 4)").alias("price"),
    )
