// Addresses that a dashboard shows as links: every such field of every request and operation accepts only http and
// https. Fields are enumerated, so that none is forgotten.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { $ZodType, $ZodTypes } from "zod/v4/core";
import { allOperations } from "../../convex/callback/operations";
import { allRoutes } from "../support/allRoutes";
import { inProcess } from "../support/inProcess";
import { client, createProject, createSandbox, runner, startRun } from "../support/fixtures";

/** A repository's address is for git, which has further forms. Browsers do not open it. */
const isLink = (field: string) => /url$/i.test(field) && field !== "gitRepoUrl";

type Field = [request: string, field: string, schema: $ZodType];

async function linksOfAll(): Promise<Field[]> {
  const found: Field[] = [];
  for (const { name, args } of await allOperations()) found.push(...linksIn(name, await args()));
  for (const route of allRoutes) {
    if (route.method === "GET" || route.body === undefined) continue;
    // Nobody clicks on the address of a webhook. convex/webhooks/addresses.test.ts has its rules.
    if (route.path.startsWith("/webhooks")) continue;
    found.push(...linksIn(`${route.method} ${route.path}`, await route.body()));
  }
  return found;
}

function linksIn(request: string, schema: $ZodType): Field[] {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([name, field]): Field[] =>
        isLink(name) ? [[request, name, field]] : linksIn(request, field),
      );
    case "array":
      return linksIn(request, def.element);
    case "optional":
    case "nullable":
    case "default":
      return linksIn(request, def.innerType);
    case "union":
      return def.options.flatMap((option) => linksIn(request, option));
    case "pipe":
      return [...linksIn(request, def.in), ...linksIn(request, def.out)];
    default:
      return [];
  }
}

const links = await linksOfAll();

it("these requests and operations have links", () => {
  expect(links.map(([request, field]) => `${request} ${field}`).toSorted()).toEqual(
    expect.arrayContaining([
      "POST /merging/start prUrl",
      "mergeRun.updateStatus prUrl",
      "run.updateCiChecks url",
      "run.updatePr prUrl",
      "sandbox.reportDevServer url",
      "sandbox.updatePr prUrl",
      "sprintChain.updatePr prUrl",
    ]),
  );
});

describe.each(links)("%s: %s", (_request, _field, schema) => {
  it.each(["https://code.example/acme/app/pull/1", "http://127.0.0.1:5173/", " https://code.example/1 "])(
    "takes %j",
    (address) => {
      expect(z.safeParse(schema, address).success).toBe(true);
    },
  );

  it("keeps no name and password", () => {
    const parsed = z.safeParse(schema, "https://ada:sec@ret@code.example/acme/@app/pull/1");
    expect(parsed.data).toBe("https://code.example/acme/@app/pull/1");
  });

  it.each([
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://code.example/1",
    "//code.example/1",
    "code.example/1",
    "",
    `https://code.example/${"x".repeat(2000)}`,
  ])("refuses %j", (address) => {
    expect(z.safeParse(schema, address).success).toBe(false);
  });
});

describe("the job runner gets 400 with the name of the field, and nothing is stored", () => {
  const deployment = inProcess();
  const job = runner(deployment);

  it.each([
    ["run.updatePr", "prUrl", { prStatus: "open" }],
    ["sandbox.updatePr", "prUrl", { prStatus: "open", prNumber: 1 }],
    ["sandbox.reportDevServer", "url", { status: "running" }],
  ])("by %s", async (operation, field, others) => {
    const { apiKey } = await createProject(deployment);
    const { id: runId } = await startRun(client(deployment, apiKey));
    const sandboxId = await createSandbox(job, { runId });
    const subject = operation.startsWith("run.") ? { runId } : { sandboxId };
    const before = await deployment.documents();
    const [status, sentence] = await job.refused(operation, { ...subject, ...others, [field]: "javascript:alert(1)" });
    expect([status, sentence]).toEqual([400, expect.stringContaining(`args.${field}`)]);
    expect(await deployment.documents()).toEqual(before);
  });
});
