// No module keeps mutable state: what a module remembers is shared by all engines of a process and by all tests of a
// file, and on Convex it may last for one request or for a thousand. The exceptions, each with the reason why it may
// be.

import { belowRoot } from "./belowRoot.mjs";

const permitted = {
  // There is one event loop, one process, and one V8 for all that runs in it.
  "engine/lastDefence.ts": "reports of the process, of which there is one a second",
  "engine/loop/arrivals.ts": "connections that have arrived at the event loop",
  "engine/loop/turn.ts": "when the present turn of the event loop ends",
  "engine/runtime/active.ts": "the run whose code is on the stack",
  "engine/runtime/containment.ts": "the inspector's one session, and the memory its watchdog reads from another thread",
  "engine/runtime/pump.ts": "the steps that wait for a turn of the event loop",
  "engine/runtime/rejections.ts": "the process's listener for rejections, and whose context a promise is of",
  // What is remembered says nothing but what would be computed again.
  "convex/lib/builtOnce.ts": "what pure functions gave",
  "engine/database/searchEntry.ts": "digests of texts",
  "engine/runtime/web/headers.ts": "names of headers in lower case",
  "engine/runtime/web/request.ts": "the origin that was parsed last",
  "engine/runtime/testing.ts": "the compiled modules of the tests",
  // Memory that each call fills anew, and randomness that is drawn from the system many times at once.
  "engine/database/heldKeys.ts": "the slab that keys are copied into",
  "engine/database/newIds.ts": "random bytes",
  "engine/database/seeds.ts": "random bytes",
  "engine/server/exchange.ts": "random digits",
  "engine/value/id.ts": "scratch memory",
  "engine/value/indexKey.ts": "scratch memory",
  "engine/value/order.ts": "scratch memory",
  // Weak, and by an object of which there is one for each context: what is known of it goes with it.
  "engine/runtime/globals/listeners.ts": "what listens at an object of a context",
  "engine/runtime/globals/timers.ts": "the number of the last timer, so that no two contexts share one",
};

const collections = new Set(["Map", "Set", "WeakMap", "WeakSet", "Lanes"]);
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

/** The declarators of a statement that declare something that changes. */
function mutableIn(statement) {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type !== "VariableDeclaration" || declaration.declare) return [];
  if (declaration.kind !== "const") return declaration.declarations;
  return declaration.declarations.filter(({ init }) => init !== null && isMutable(init));
}

/** An empty collection is there to be filled; one that is made of its elements is a table. */
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
