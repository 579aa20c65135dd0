// HTTP actions and their routes.
import { expect } from "vitest";
import { type Case, part, returns } from "../case";
import type { Subject } from "../subject";

const test = part("http");

async function json(subject: Subject, path: string, init?: RequestInit): Promise<unknown> {
  return await (await subject.fetch(path, init)).json();
}

async function statusAndText(subject: Subject, path: string, init?: RequestInit): Promise<[number, string]> {
  const response = await subject.fetch(path, init);
  return [response.status, await response.text()];
}

const routing: Case[] = [
  ...["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) =>
    test(
      `${method} finds the route of its method`,
      (subject) => json(subject, "/exact?a=1", { method }),
      returns({ name: `exact ${method.toLowerCase()}`, method, pathname: "/exact", search: "?a=1", body: "" }),
    ),
  ),
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) =>
    test(
      `${method} brings its body`,
      async (subject) => ((await json(subject, "/exact", { method, body: "grüße" })) as { body: string }).body,
      returns("grüße"),
    ),
  ),
  test(
    "a prefix route takes what lies under it",
    async (subject) => await json(subject, "/tree/a/b"),
    returns(expect.objectContaining({ name: "short prefix", pathname: "/tree/a/b" })),
  ),
  test(
    "the longest prefix wins",
    async (subject) => await json(subject, "/tree/deep/b"),
    returns(expect.objectContaining({ name: "long prefix" })),
  ),
  test(
    "an exact path wins over a prefix",
    async (subject) => await json(subject, "/tree/deep/exact"),
    returns(expect.objectContaining({ name: "exact under prefix" })),
  ),
  test(
    "a path of the data host belongs to the app on the site host",
    async (subject) => await json(subject, "/api/query", { method: "POST" }),
    returns(expect.objectContaining({ name: "the app's own" })),
  ),
  test(
    "a path without a route is 404 and says so",
    (subject) => statusAndText(subject, "/nowhere"),
    returns([404, "No matching routes found"]),
  ),
  test(
    "a method without a route is 404 and says so",
    (subject) => statusAndText(subject, "/headers", { method: "POST" }),
    returns([404, "No matching routes found"]),
  ),
  test(
    "HEAD is answered by the GET route, without a body",
    async (subject) => await statusAndText(subject, "/exact", { method: "HEAD" }),
    returns([200, ""]),
  ),
];

const exchanging: Case[] = [
  test(
    "status and headers are those of the action",
    async (subject) => {
      const response = await subject.fetch("/headers", { headers: { "x-sent": "seen" } });
      return [response.status, response.headers.get("x-seen"), response.headers.getSetCookie(), await response.text()];
    },
    returns([418, "seen", ["a=1", "b=2"], "teapot"]),
  ),
  test(
    "an HTTP action runs mutations and queries",
    async (subject) => {
      const response = await subject.fetch("/things", { method: "POST", body: JSON.stringify({ label: "by http" }) });
      return [response.status, await response.json()];
    },
    returns([201, { labels: ["by http"] }]),
  ),
  test("an HTTP action runs actions", (subject) => json(subject, "/action"), returns("through")),
  test(
    "a body that is a stream arrives whole",
    (subject) => statusAndText(subject, "/stream"),
    returns([200, "one,two,three"]),
  ),
  test(
    "bytes go in and come out as they are",
    async (subject) => {
      const bytes = new Uint8Array(256).map((_, at) => at);
      const response = await subject.fetch("/bytes", { method: "POST", body: bytes });
      return [...new Uint8Array(await response.arrayBuffer())];
    },
    returns(Array.from({ length: 256 }, (_, at) => 255 - at)),
  ),
  test("204 has no body", (subject) => statusAndText(subject, "/empty"), returns([204, ""])),
  test(
    "an HTTP action serves a stored file",
    async (subject) => {
      const id = (await subject.action("files:store", { text: "served", type: "text/plain" })) as string;
      const response = await subject.fetch(`/file?id=${id}`);
      return [response.status, response.headers.get("content-type"), await response.text()];
    },
    returns([200, "text/plain", "served"]),
  ),
  test(
    "an error in an HTTP action is 500 with its text",
    async (subject) => {
      const response = await subject.fetch("/throws");
      return [response.status, ((await response.json()) as { code: string }).code];
    },
    returns([500, expect.stringContaining("http action failed")]),
  ),
  test(
    "a ConvexError in an HTTP action is 500 with its data",
    async (subject) => {
      const response = await subject.fetch("/throws-data");
      return [response.status, ((await response.json()) as { data: unknown }).data];
    },
    returns([500, { code: "http-data" }]),
  ),
];

export const httpCases: Case[] = [...routing, ...exchanging];
