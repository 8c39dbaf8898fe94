"""What the Python servers share: ports, credentials, and the line that says where the agents are.

A server is told its agents by its first argument, as JSON: from a name to
`{"credential": "none" | "bearer" | "apiKey", "secret": "…", "streaming": true, "push": true, "tenant": "…"}`.
When all of them listen it prints one line, JSON again: from the same names to their addresses. It ends
when its standard input does, so that it does not outlive the tests.
"""

import asyncio
import contextlib
import json
import logging
import os
import socket
import sys

import grpc
import uvicorn

CARD_PATH = "/.well-known/agent-card.json"
API_KEY_HEADER = "X-Api-Key"


def read_agents():
    """The agents that the tests want."""
    return json.loads(sys.argv[1])


def required_header(agent):
    """The header that a request must have, by name and value, or nothing."""
    return {
        "none": None,
        "bearer": ("Authorization", f"Bearer {agent['secret']}"),
        "apiKey": (API_KEY_HEADER, agent["secret"]),
    }[agent["credential"]]


async def give(updater, pieces, pause):
    """Gives the result piece by piece, with a pause after each, and ends the task."""
    for number, piece in enumerate(pieces):
        await updater.add_artifact(
            [piece], artifact_id="result", append=number > 0, last_chunk=number == len(pieces) - 1
        )
        await asyncio.sleep(pause)
    await updater.complete()


class RequireHeader:
    """Answers 401 to what has no credential; the card is public."""

    def __init__(self, app, agent):
        self.app = app
        self.required = required_header(agent)

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http" and scope["path"] != CARD_PATH and self.required:
            name, value = self.required
            if (name.lower().encode(), value.encode()) not in scope["headers"]:
                challenge = b"Bearer" if name == "Authorization" else b"ApiKey"
                headers = [(b"www-authenticate", challenge), (b"content-length", b"0")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": b""})
                return
        await self.app(scope, receive, send)


class RequireMetadata(grpc.aio.ServerInterceptor):
    """The same over gRPC."""

    def __init__(self, agent):
        self.required = required_header(agent)

    async def intercept_service(self, continuation, details):
        handler = await continuation(details)
        if self.required is None or handler is None:
            return handler
        name, value = self.required
        if (name.lower(), value) in [(key, held) for key, held in details.invocation_metadata]:
            return handler

        async def refuse(request, context):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, f"{name} is missing or wrong")

        make = grpc.unary_stream_rpc_method_handler if handler.response_streaming else grpc.unary_unary_rpc_method_handler
        return make(refuse, handler.request_deserializer, handler.response_serializer)


async def serve(build):
    """Starts the agents: `build(agent, address, grpc_address, grpc_server)` gives an agent's web application."""
    # All that runs is held here: what nothing refers to is stopped.
    addresses, running = {}, []
    for name, agent in read_agents().items():
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        grpc_server = grpc.aio.server(interceptors=[RequireMetadata(agent)])
        grpc_port = grpc_server.add_insecure_port("127.0.0.1:0")
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        app = build(agent, address, f"127.0.0.1:{grpc_port}", grpc_server)
        config = uvicorn.Config(RequireHeader(app, agent), log_level="warning", lifespan="off", timeout_graceful_shutdown=0)
        server = uvicorn.Server(config)
        server.capture_signals = contextlib.nullcontext
        await grpc_server.start()
        running += [grpc_server, asyncio.create_task(server.serve(sockets=[listener]))]
        while not server.started:
            await asyncio.sleep(0.01)
        addresses[name] = address
    print(json.dumps(addresses), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    # Streams that are still open are of no interest to anyone any more.
    os._exit(0)


def run(build):
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(serve(build))
