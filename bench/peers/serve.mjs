// The HTTP side of all peers, with Fastify as one would use it.
import Fastify from "fastify";

const startSchema = {
  body: {
    type: "object",
    required: ["workflowId", "prompt"],
    additionalProperties: false,
    properties: { workflowId: { type: "string" }, prompt: { type: "string", minLength: 1, maxLength: 50_000 } },
  },
};

/**
 * `start` stores a run with its job and returns its id. Either `claim` and `complete` work on one job each, or `drain`
 * works on all jobs with the peer's own workers, and returns when all are done.
 */
export async function serve({ start, claim, complete, drain, close }) {
  const app = Fastify();
  app.post("/start", { schema: startSchema }, async (request, reply) =>
    reply.code(201).send({ id: await start(request.body) }),
  );
  if (claim !== undefined) app.post("/claim", async ({ body }) => ({ claimed: await claim(body) }));
  if (complete !== undefined) {
    app.post("/complete", async ({ body }) => {
      await complete(body);
      return { status: "done" };
    });
  }
  if (drain !== undefined) app.post("/drain", drain);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  console.log(JSON.stringify({ url }));
  process.once("SIGTERM", async () => {
    app.server.closeAllConnections();
    await app.close();
    await close();
    process.exit(0);
  });
}
