"""Which interface the official SDK's client calls: on standard input a JSON list of `[card, bindings, by client]`, on
standard output for each the place of the interface in the card, or null."""

import json
import sys

from a2a.client.client import ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.types import AgentCard
from google.protobuf.json_format import ParseDict


class Called:
    """A transport that knows where it would call."""

    def __init__(self, url):
        self.url = url


def selected(card, bindings, by_client):
    config = ClientConfig(supported_protocol_bindings=bindings, use_client_preference=by_client)
    factory = ClientFactory(config)
    for binding in bindings:
        factory.register(binding, lambda card, url, config: Called(url))
    try:
        client = factory.create(ParseDict(card, AgentCard(), ignore_unknown_fields=True))
    except ValueError:
        return None
    urls = [interface['url'] for interface in card['supportedInterfaces']]
    return urls.index(client._transport.url)


print(json.dumps([selected(*call) for call in json.load(sys.stdin)]))
