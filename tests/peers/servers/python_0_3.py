"""An agent on the official Python SDK 0.3: 0.3 as it was spoken before 1.0, over all three bindings."""

import asyncio

import httpx
from a2a.grpc import a2a_pb2_grpc
from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2ARESTFastAPIApplication, A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler, GrpcHandler
from a2a.server.tasks import (
    BasePushNotificationSender,
    InMemoryPushNotificationConfigStore,
    InMemoryTaskStore,
    TaskUpdater,
)
from a2a.types import AgentCard, DataPart, Part, TextPart
from a2a.utils import get_message_text, new_agent_text_message, new_task
from starlette.applications import Starlette
from starlette.routing import Mount

import serving


def text_part(text):
    return Part(root=TextPart(text=text))


def hear(part):
    """What a part of a message is, as the tests compare it."""
    if part.kind == "file":
        kind = "url" if hasattr(part.file, "uri") else "raw"
        value = part.file.uri if kind == "url" else part.file.bytes
        return {"kind": kind, "value": value, "mediaType": part.file.mime_type}
    return {"kind": part.kind, "value": part.text if part.kind == "text" else part.data}


class Agent(AgentExecutor):
    """Does what the first word of the message says; see README.md."""

    async def execute(self, context, event_queue):
        text = context.get_user_input()
        skill = get_message_text(context.current_task.history[0]).split()[0] if context.current_task else text.split()[0]
        if skill == "message":
            return await event_queue.enqueue_event(new_agent_text_message(f"answer to {text}", context.context_id))
        task = context.current_task
        if task is None:
            task = new_task(context.message)
            await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        await updater.start_work()
        if skill == "ask" and not context.current_task:
            question = updater.new_agent_message([text_part("which colour?")])
            return await updater.requires_input(question, final=True)
        if skill == "wait":
            await asyncio.sleep(3600)
        if skill == "slow":
            await asyncio.sleep(float(text.split()[1]))
        heard = {
            "extensions": sorted(context.requested_extensions),
            "parts": [hear(part.root) for part in context.message.parts],
            "acceptedOutputModes": (context.configuration and context.configuration.accepted_output_modes) or [],
        }
        pieces = [text_part(f"result of {text}"), Part(root=DataPart(data=heard))]
        if skill == "count":
            pieces = [text_part(word) for word in ("one", "two", "three")]
        await serving.give(updater, pieces, pause=0.05 if skill == "count" else 0)

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def make_card(agent, address, grpc_address, skills):
    schemes = {
        "none": {},
        "bearer": {"bearer": {"type": "http", "scheme": "bearer"}},
        "apiKey": {"apiKey": {"type": "apiKey", "in": "header", "name": serving.API_KEY_HEADER}},
    }[agent["credential"]]
    return AgentCard.model_validate(
        {
            "name": "Python 0.3",
            "description": "An agent for tests",
            "version": "1.0.0",
            "protocolVersion": "0.3.0",
            "url": f"{address}/jsonrpc",
            "preferredTransport": "JSONRPC",
            "additionalInterfaces": [
                {"url": f"{address}/rest", "transport": "HTTP+JSON"},
                {"url": grpc_address, "transport": "GRPC"},
            ],
            "capabilities": {
                "streaming": agent.get("streaming", True),
                "pushNotifications": agent.get("push", True),
                "extensions": [{"uri": "https://example.com/extensions/heard"}],
            },
            "supportsAuthenticatedExtendedCard": True,
            "securitySchemes": schemes,
            "security": [{name: []} for name in schemes],
            "defaultInputModes": ["text/plain", "image/png", "application/json"],
            "defaultOutputModes": ["text/plain", "application/json"],
            "skills": [
                {"id": skill, "name": skill, "description": f"does {skill}", "tags": ["test"]} for skill in skills
            ],
        }
    )


def build(agent, address, grpc_address, grpc_server):
    skills = ["echo", "message", "count", "slow", "ask", "wait"]
    card = make_card(agent, address, grpc_address, skills)
    extended = make_card(agent, address, grpc_address, [*skills, "archive"])
    configs = InMemoryPushNotificationConfigStore()
    handler = DefaultRequestHandler(
        agent_executor=Agent(),
        task_store=InMemoryTaskStore(),
        push_config_store=configs,
        push_sender=BasePushNotificationSender(httpx.AsyncClient(), configs),
    )
    a2a_pb2_grpc.add_A2AServiceServicer_to_server(GrpcHandler(card, handler), grpc_server)
    web = Starlette(routes=[Mount("/rest", A2ARESTFastAPIApplication(card, handler, extended).build())])
    A2AStarletteApplication(card, handler, extended).add_routes_to_app(web, rpc_url="/jsonrpc")
    return web


serving.run(build)
