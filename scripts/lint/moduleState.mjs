// No module keeps mutable state. All engines of a process and all tests of a file share what a module remembers, and on
// Convex it may last for one request or for a thousand. The exceptions are listed here, each with its reason.

import { belowRoot } from "./belowRoot.mjs";

const permitted = {
  // A process has one event loop, one process object and one V8, so their state is shared anyway.
  "engine/failureReport.ts": "reports of the process, of which there is one a second",
  "engine/loop/connectionPriority.ts": "connections that have arrived at the event loop",
  "engine/loop/heartbeat.ts": "the process that watches over this one",
  "engine/loop/turnTime.ts": "when the present turn of the event loop ends",
  "engine/runtime/activeRun.ts": "the run whose code is on the stack",
  "engine/runtime/containment.ts": "the inspector's one session, and the memory its watchdog reads from another thread",
  "engine/runtime/guestNames.ts": "the names of functions in memory that another thread reads",
  "engine/runtime/globals/addressSpace.ts": "open connections, which Node's own agent shares in the same way",
  "engine/runtime/pump.ts": "the steps that wait for a turn of the event loop",
  "engine/runtime/rejections.ts": "the process's listener for rejections, and the context of each promise",
  // Caches: they hold only what would otherwise be computed again.
  "convex/lib/buildOnce.ts": "what pure functions gave",
  "engine/database/searchEntry.ts": "digests of texts",
  "engine/runtime/web/headers.ts": "names of headers in lower case",
  "engine/runtime/web/request.ts": "the origin that was parsed last",
  "engine/runtime/testing.ts": "the compiled modules of the tests",
  // Memory that each call fills again, and random bytes or digits that are drawn from the system in bulk.
  "engine/database/keyCopies.ts": "the slab that keys are copied into",
  "engine/database/newIds.ts": "random bytes",
  "engine/database/randomSeeds.ts": "random bytes",
  "engine/server/exchange.ts": "random digits",
  "engine/value/id.ts": "scratch memory",
  "engine/value/indexKey.ts": "scratch memory",
  "engine/value/compareValues.ts": "scratch memory",
  // Weak maps by an object that each context has once. The entry disappears with its context.
  "engine/runtime/globals/crypto.ts": "the slow operations that Node's four threads work at",
  "engine/runtime/globals/cryptoKey.ts": "the key of Node behind a key of guest code",
  "engine/runtime/globals/listeners.ts": "what listens at an object of a context",
  "engine/runtime/globals/timers.ts": "the number of the last timer, so that no two contexts share one",
};

const collections = new Set(["Map", "Set", "WeakMap", "WeakSet", "FairQueue"]);
const memory = new Set(["ArrayBuffer", "SharedArrayBuffer", "DataView"]);

export const moduleState = {
  create(context) {
    const file = belowRoot(context);
    if (!/^(convex|engine)\//.test(file) || file.endsWith(".test.ts")) return {};
    return {
      Program(program) {
        const found = program.body.flatMap(mutableIn);
        const isPermitted = Object.hasOwn(permitted, file);
        if (isPermitted && found.length === 0) {
          context.report({
            node: program,
            message: "Keeps no state any more: take it off scripts/lint/moduleState.mjs.",
          });
        }
        for (const node of isPermitted ? [] : found) {
          context.report({
            node,
            message: "No module keeps mutable state; scripts/lint/moduleState.mjs has the exceptions.",
          });
        }
      },
    };
  },
};

/** Returns the declarators of a statement that declare something mutable. */
function mutableIn(statement) {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type !== "VariableDeclaration" || declaration.declare) return [];
  if (declaration.kind !== "const") return declaration.declarations;
  return declaration.declarations.filter(({ init }) => init !== null && isMutable(init));
}

/**
 * An empty collection will be filled later, so it is mutable. One that is declared with its elements is a constant
 * table.
 */
function isMutable(init) {
  switch (init.type) {
    case "ArrayExpression":
      return init.elements.length === 0;
    case "ObjectExpression":
      return init.properties.length === 0;
    case "NewExpression":
      return memory.has(init.callee.name) || (collections.has(init.callee.name) && init.arguments.length === 0);
    case "CallExpression":
      return init.callee.object?.name === "Buffer" && init.callee.property.name.startsWith("allocUnsafe");
    default:
      return false;
  }
}
