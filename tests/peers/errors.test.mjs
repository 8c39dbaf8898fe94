// Errors that real servers give, and what `recover` makes of them: what each error is recognised as and what is
// to be done about it, over every binding and version of every peer.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";

import { importPackage } from "../npm/consumer.mjs";
import { read } from "./answers.mjs";
import { message } from "./cells.mjs";
import { BINDINGS, CREDENTIALS, PEERS, SECRET, fetchCard, startAll } from "./peers.mjs";
import { Refusal, send } from "./sending.mjs";

const { buildRequest, negotiate, recover } = await importPackage();

const AGENTS = { full: {}, bare: { streaming: false, push: false }, closed: { credential: "bearer" } };

/** An exchange with one peer over one binding in one version. */
class Exchange {
  constructor(addresses, binding, version) {
    Object.assign(this, { addresses, binding, version });
  }

  /** The plan for a skill of an agent, whose card may be changed as if it were old. */
  async plan(agent, skill, { change = (card) => card, ...profile } = {}) {
    const card = change(JSON.parse(await fetchCard(this.addresses[agent], this.version)));
    this.context = {
      card,
      intent: { skill },
      profile: {
        bindings: [this.binding, ...BINDINGS.filter((other) => other !== this.binding)],
        versions: [this.version],
        interfaceOrder: "bindingFirst",
        credentials: CREDENTIALS.bearer,
        sends: ["text/plain"],
        accepts: ["text/plain"],
        ...profile,
      },
    };
    return negotiate(card, this.context.profile, this.context.intent).plan;
  }

  async send(plan, content, options, change = (request) => request) {
    const request = change(buildRequest(plan, content, options));
    return (await send(request, () => this.secret ?? SECRET)).map(read);
  }

  /** The action on the failure that a request must meet. */
  async failing(plan, content, options, change) {
    const { operation } = buildRequest(plan, content, options);
    try {
      const answer = await this.send(plan, content, options, change);
      return { answer };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const failure = { ...refusal.failure, operation, ...(options?.taskId && { taskId: options.taskId }) };
      return { failure, text: refusal.message, ...recover(plan, failure, this.context) };
    }
  }

  /** A task that has ended. */
  async ended(plan) {
    const [task] = await this.send(plan, message("echo this"), { operation: "sendMessage" });
    assert.equal(task.state, "completed");
    return task.taskId;
  }
}

/**
 * Each error by name: how it comes about, what it is recognised as, and the action. `but` has what is other at
 * some peers, by a pattern over `peer version binding`; an action of `null` is no error at all.
 */
const ERRORS = {
  "a request without the version header": {
    provoke: async (exchange) => {
      const plan = await exchange.plan("full", "echo");
      return exchange.failing(plan, message("echo this"), { operation: "sendMessage" }, ({ headers, ...request }) => {
        const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "a2a-version");
        assert.equal(others.length, Object.keys(headers).length - 1);
        return { ...request, headers: Object.fromEntries(others) };
      });
    },
    gives: ["VersionNotSupportedError", "renegotiate"],
    but: [
      // Without a version a request is one of 0.3; the method of 1.0 is then unknown.
      [/^@a2a-js\/sdk 1.3.0 1.0 JSONRPC/, ["MethodNotFoundError", "renegotiate"]],
      [/^@a2a-js\/sdk 1.3.0 1.0 HTTP/, null],
      [/ 0.3 | GRPC$/, null],
    ],
  },
  "a task that does not exist": {
    provoke: async (exchange) => {
      const plan = await exchange.plan("full", "echo");
      return exchange.failing(plan, null, { operation: "getTask", taskId: randomUUID() });
    },
    gives: ["TaskNotFoundError", "report"],
    but: [],
  },
  "canceling a task that has ended": {
    provoke: async (exchange) => {
      const plan = await exchange.plan("full", "echo", { delivery: ["stream"] });
      return exchange.failing(plan, null, { operation: "cancelTask", taskId: await exchange.ended(plan) });
    },
    gives: ["TaskNotCancelableError", "getTask"],
    but: [
      // It answers 409 and says in words alone what the matter is.
      [/^a2a-sdk 0.3.26 .* HTTP/, ["other", "giveUp"]],
    ],
  },
  "subscribing to a task that has ended": {
    provoke: async (exchange) => {
      const plan = await exchange.plan("full", "echo", { delivery: ["stream"] });
      return exchange.failing(plan, null, { operation: "subscribeToTask", taskId: await exchange.ended(plan) });
    },
    gives: ["UnsupportedOperationError", "getTask"],
    but: [
      // The answer starts as a stream and breaks before its first event.
      [/^a2a-sdk 1.3.0 0.3 HTTP/, ["streamCut", "resubscribe"]],
      // It has another HTTP method for it.
      [/^a2a-sdk 0.3.26 .* HTTP/, ["methodNotAllowed", "resubscribe"]],
      [/^a2a-sdk 0.3.26/, ["InvalidParamsError", "getTask"]],
      // It gives the task as it is.
      [/^@a2a-js\/sdk 0.3.14/, null],
    ],
  },
  "a media type that the agent does not take": {
    provoke: async (exchange) => {
      const plan = await exchange.plan("full", "echo");
      const parts = [{ text: "echo this" }, { url: "https://example.com/film.mp4", mediaType: "video/mp4" }];
      return exchange.failing(plan, message("", { parts }), { operation: "sendMessage" });
    },
    gives: ["ContentTypeNotSupportedError", "refreshCard"],
    but: [
      // They leave it to the agent.
      [/ 0.3.(26|14) /, null],
    ],
  },
  "streaming that the card promised": {
    provoke: async (exchange) => {
      const plan = await exchange.plan("bare", "echo", { change: promise, delivery: ["stream", "poll"] });
      return exchange.failing(plan, message("echo this"));
    },
    gives: ["UnsupportedOperationError", "nextDelivery"],
    but: [
      [/^a2a-sdk 1.3.0 0.3 HTTP/, ["streamCut", "report"]],
      // It answers as if it had failed itself, in all its bindings.
      [/^a2a-sdk 0.3.26 .* JSONRPC/, ["InternalError", "giveUp"]],
      [/^a2a-sdk 0.3.26/, ["other", "giveUp"]],
      // It streams all the same.
      [/^@a2a-js\/sdk 0.3.14 .* GRPC/, null],
    ],
  },
  "push notifications that the card promised": {
    provoke: async (exchange) => {
      const push = { push: { url: "http://127.0.0.1:9/" }, delivery: ["push", "poll"] };
      const plan = await exchange.plan("bare", "echo", { change: promise, ...push });
      const taskId = await exchange.ended(await exchange.plan("bare", "echo", { change: promise, delivery: ["stream"] }));
      return exchange.failing(plan, null, { operation: "createTaskPushNotificationConfig", taskId, configId: "first" });
    },
    gives: ["PushNotificationNotSupportedError", "nextDelivery"],
    but: [
      [/^a2a-sdk 0.3.26 .* JSONRPC/, ["InternalError", "giveUp"]],
      [/^a2a-sdk 0.3.26/, ["other", "giveUp"]],
      // It does not take this shape of the request, as `inabilities.mjs` says.
      [/^@a2a-js\/sdk 1.3.0 0.3 HTTP/, ["InvalidParamsError", "giveUp"]],
    ],
  },
  "a wrong credential": {
    provoke: async (exchange) => {
      exchange.secret = "wrong";
      const plan = await exchange.plan("closed", "echo");
      const action = await exchange.failing(plan, message("echo this"), { operation: "sendMessage" });
      // Asked again with the same credential renewed, there is no other that the card allows.
      const { action: second } = recover(plan, action.failure, { ...exchange.context, history: [action] });
      assert.equal(second, "giveUp");
      return action;
    },
    gives: ["unauthenticated", "refreshCredential"],
    but: [],
  },
};

function promise(card) {
  return { ...card, capabilities: { ...card.capabilities, streaming: true, pushNotifications: true } };
}

const running = await startAll(AGENTS);
after(running.stop);

for (const [peer, { versions }] of Object.entries(PEERS)) {
  for (const version of versions) {
    for (const binding of BINDINGS) {
      for (const [name, { provoke, gives, but }] of Object.entries(ERRORS)) {
        test(`${peer}, ${version} over ${binding}: ${name}`, async (context) => {
          const combination = `${peer} ${version} ${binding}`;
          const [, expected] = but.find(([where]) => where.test(combination)) ?? [undefined, gives];
          const { error, action, text, answer } = await provoke(new Exchange(running.addresses[peer], binding, version));
          context.diagnostic(`${combination}: ${text ?? "no error"}`);
          assert.deepEqual(answer ? null : [error, action], expected, text);
        });
      }
    }
  }
}
