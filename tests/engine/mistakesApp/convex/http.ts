// HTTP actions with ordinary mistakes. Their clients leave before the answer is whole.
import { httpActionGeneric as httpAction, httpRouter } from "convex/server";

const http = httpRouter();

const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.enqueue(new TextEncoder().encode("piece "));
    },
  });

http.route({
  path: "/pipes",
  method: "GET",
  handler: httpAction(async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    void endless().pipeTo(writable);
    return new Response(readable);
  }),
});

http.route({
  path: "/writes",
  method: "GET",
  handler: httpAction(async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    setInterval(() => void writer.write(new TextEncoder().encode("piece ")), 5);
    return new Response(readable);
  }),
});

http.route({
  path: "/authorization",
  method: "GET",
  handler: httpAction(async (_, request) => new Response(request.headers.get("Authorization"))),
});

export default http;
