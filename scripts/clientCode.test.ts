import { expect, it } from "vitest";
import { clientCode } from "./clientCode";
import type { OpenApiDocument } from "./clientCode";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { type: "string" };
const id = { name: "id", in: "path", required: true, schema: text };
const data = (schema: object) => ({
  "200": json({ type: "object", properties: { data: schema }, required: ["data"] }),
});

const document: OpenApiDocument = {
  paths: {
    "/api/v1/things/{id}": {
      get: { summary: "Shows a thing", parameters: [id], responses: data({ $ref: "#/components/schemas/Thing" }) },
    },
    "/api/v1/things/{id}/name-again": {
      post: { parameters: [id], requestBody: json({ $ref: "#/components/schemas/Naming" }), responses: data(text) },
    },
    "/healthz": { get: { security: [], responses: data(text) } },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        properties: { id: { type: "string" }, size: { type: ["integer", "null"] } },
        required: ["id"],
      },
      Naming: { type: "object", properties: { name: { type: "string" } } },
      Unused: { type: "object" },
    },
  },
};

it("an endpoint of the document is a row, a typed operation and a method", () => {
  const [table = "", operations = "", namespaces = ""] = Object.values(clientCode(document));
  expect(table).toContain("`g/things/:id\np/things/:id/name-again`");
  expect(operations.slice(operations.indexOf("export"))).toBe(`export type Naming = {
  name?: string | undefined;
};

export type Thing = {
  id: string;
  size?: number | null;
};

export interface Operations {
  "GET /things/:id": {
    kind: "read";
    input: {
      id: string;
    };
    answer: Thing;
  };
  "POST /things/:id/name-again": {
    kind: "write";
    input: {
      id: string;
    } & Naming;
    answer: string;
  };
}
`);
  expect(namespaces).toContain(`  things: {
    /** Shows a thing */
    get: Method<"GET /things/:id">;
    nameAgain: Method<"POST /things/:id/name-again">;
  };`);
});

it("two endpoints with one name are refused, unless one of them is the older spelling", () => {
  const get = { responses: data(text) };
  const both = (deprecated: boolean): OpenApiDocument => ({
    paths: { "/api/v1/things": { get }, "/api/v1/things/get": { get: { ...get, deprecated } } },
    components: { schemas: {} },
  });
  expect(() => clientCode(both(false))).toThrow("GET /things and GET /things/get would both be things.get.");
  expect(Object.values(clientCode(both(true)))[2]).toContain('get: Method<"GET /things">');
});
