"""An agent on the official Python SDK 1.3: 1.0, and 0.3 in its compatibility mode, over all three bindings."""

import asyncio
import base64

import httpx
from a2a.compat.v0_3 import a2a_v0_3_pb2_grpc
from a2a.compat.v0_3.grpc_handler import CompatGrpcHandler
from a2a.helpers import get_message_text, new_data_part, new_task_from_user_message, new_text_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler, GrpcHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import (
    BasePushNotificationSender,
    InMemoryPushNotificationConfigStore,
    InMemoryTaskStore,
    TaskUpdater,
)
from a2a.types import a2a_pb2_grpc
from a2a.types.a2a_pb2 import AgentCard
from google.protobuf.json_format import MessageToDict, ParseDict
from starlette.applications import Starlette

import serving


def hear(part):
    """What a part of a message is, as the tests compare it."""
    kind = part.WhichOneof("content")
    value = {
        "text": lambda: part.text,
        "url": lambda: part.url,
        "raw": lambda: base64.b64encode(part.raw).decode(),
        "data": lambda: MessageToDict(part.data),
    }[kind]()
    return {"kind": kind, "value": value, **({"mediaType": part.media_type} if kind in ("url", "raw") else {})}


class Agent(AgentExecutor):
    """Does what the first word of the message says; see README.md."""

    async def execute(self, context, event_queue):
        text = context.get_user_input()
        skill = get_message_text(context.current_task.history[0]).split()[0] if context.current_task else text.split()[0]
        if skill == "message":
            answer = new_text_message(f"answer to {text}", context_id=context.context_id)
            return await event_queue.enqueue_event(answer)
        task = context.current_task
        if task is None:
            # The request's own identifiers, which the SDK has made where there were none.
            context.message.task_id, context.message.context_id = context.task_id, context.context_id
            task = new_task_from_user_message(context.message)
            await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        await updater.start_work()
        if skill == "ask" and not context.current_task:
            return await updater.requires_input(updater.new_agent_message([new_text_part("which colour?")]))
        if skill == "wait":
            await asyncio.sleep(3600)
        if skill == "slow":
            await asyncio.sleep(float(text.split()[1]))
        heard = {
            "tenant": context.tenant,
            "extensions": sorted(context.requested_extensions),
            "parts": [hear(part) for part in context.message.parts],
            "acceptedOutputModes": list(context.configuration.accepted_output_modes) if context.configuration else [],
        }
        pieces = [new_text_part(f"result of {text}"), new_data_part(heard)]
        if skill == "count":
            pieces = [new_text_part(word) for word in ("one", "two", "three")]
        await serving.give(updater, pieces, pause=0.05 if skill == "count" else 0)

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def make_card(agent, address, grpc_address, skills):
    tenant = {"tenant": agent["tenant"]} if "tenant" in agent else {}
    urls = {"JSONRPC": f"{address}/jsonrpc", "HTTP+JSON": address, "GRPC": grpc_address}
    schemes = {
        "none": {},
        "bearer": {"bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}}},
        "apiKey": {"apiKey": {"apiKeySecurityScheme": {"location": "header", "name": serving.API_KEY_HEADER}}},
    }[agent["credential"]]
    card = {
        "name": "Python 1.0",
        "description": "An agent for tests",
        "version": "1.0.0",
        "supportedInterfaces": [
            {"url": url, "protocolBinding": binding, "protocolVersion": version, **(tenant if version == "1.0" else {})}
            for version in ("1.0", "0.3")
            for binding, url in urls.items()
        ],
        "capabilities": {
            "streaming": agent.get("streaming", True),
            "pushNotifications": agent.get("push", True),
            "extendedAgentCard": True,
            "extensions": [{"uri": "https://example.com/extensions/heard"}],
        },
        "securitySchemes": schemes,
        "securityRequirements": [{"schemes": {name: {}}} for name in schemes],
        "defaultInputModes": ["text/plain", "image/png", "application/json"],
        "defaultOutputModes": ["text/plain", "application/json"],
        "skills": [{"id": skill, "name": skill, "description": f"does {skill}", "tags": ["test"]} for skill in skills],
    }
    return ParseDict(card, AgentCard())


def build(agent, address, grpc_address, grpc_server):
    skills = ["echo", "message", "count", "slow", "ask", "wait"]
    card = make_card(agent, address, grpc_address, skills)
    configs = InMemoryPushNotificationConfigStore()
    handler = DefaultRequestHandler(
        agent_executor=Agent(),
        task_store=InMemoryTaskStore(),
        agent_card=card,
        push_config_store=configs,
        push_sender=BasePushNotificationSender(httpx.AsyncClient(), configs),
        extended_agent_card=make_card(agent, address, grpc_address, [*skills, "archive"]),
        validate_input_modes=True,
    )
    a2a_pb2_grpc.add_A2AServiceServicer_to_server(GrpcHandler(handler), grpc_server)
    a2a_v0_3_pb2_grpc.add_A2AServiceServicer_to_server(CompatGrpcHandler(handler), grpc_server)
    return Starlette(
        routes=[
            *create_agent_card_routes(card),
            *create_jsonrpc_routes(handler, "/jsonrpc", enable_v0_3_compat=True),
            *create_rest_routes(handler, enable_v0_3_compat=True),
        ]
    )


serving.run(build)
