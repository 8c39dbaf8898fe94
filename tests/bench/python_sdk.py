"""What Python's SDK does with a card before the first message: parse it, and create a client.

The first line of standard input is a list of cards as texts. Each further line is a number: so often a
card is parsed and a client created, and the milliseconds that it took are one line of the answer.
"""

import asyncio
import itertools
import json
import sys
import time

import httpx

from a2a.client import ClientConfig, ClientFactory
from a2a.client.card_resolver import parse_agent_card


async def main() -> None:
    texts = itertools.cycle(json.loads(sys.stdin.readline()))
    # One for all, since making it takes far longer than all the rest.
    factory = ClientFactory(ClientConfig(httpx_client=httpx.AsyncClient()))
    for line in sys.stdin:
        start = time.perf_counter()
        for text in itertools.islice(texts, int(line)):
            factory.create(parse_agent_card(json.loads(text)))
        print((time.perf_counter() - start) * 1000, flush=True)


asyncio.run(main())
