# What workerd runs: `npm start`. All else of this folder is the same wherever workers run.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # The default, which this replaces, reaches the internet. Negotiation needs no network, so that the worker has none.
    (name = "internet", network = (allow = [])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "dist/worker.js"),
    (name = "negotiator.wasm", wasm = embed "dist/negotiator.wasm"),
  ],
  compatibilityDate = "2026-01-01",
);
