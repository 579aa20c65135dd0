// The client in docs/api.md works, also when answers are lost, and the tables in docs/api.md agree with the code.
import { getFunctionName } from "convex/server";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { statusByCode } from "../../convex/lib/errors";
import { scopesOfAreas } from "../../convex/callers/scopes";
import { rootDirectory } from "../../scripts/settings";
import { allRoutes } from "../support/allRoutes";
import { engineDeployment } from "../support/engineDeployment";
import { createProject } from "../support/fixtures";
import { likeRoutes } from "../support/likeRoutes";
import { publicFunctions } from "../support/publicFunctions";

const document = readFileSync(path.join(rootDirectory, "docs/api.md"), "utf8");

interface ClientModule {
  ask: (method: string, path: string, body?: object) => Promise<{ data: { id: string; title: string } }>;
  all: (path: string) => AsyncIterable<{ id: string; title: string }>;
}

describe("the client of docs/api.md", () => {
  const deployment = engineDeployment();
  let directory: string;
  let server: Server;
  /** What happens to the answers of the next requests, in order. Later answers arrive normally. */
  let fates: ("lost" | "of somebody else")[] = [];
  /** The number of requests that have arrived. */
  let asked = 0;
  let client: ClientModule;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const { method = "", url = "", headers } = request;
        const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
        const init = { method, headers: headers as Record<string, string>, ...body };
        const { host: _host, connection: _connection, "content-length": _length, ...kept } = init.headers;
        const answer = await deployment.fetch(url, { ...init, headers: kept });
        asked += 1;
        const fate = fates.shift();
        if (fate === "lost") response.destroy();
        else if (fate === "of somebody else") response.writeHead(502).end("<h1>Bad gateway</h1>");
        else response.writeHead(answer.status).end(await answer.text());
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    vi.stubEnv("SWITCHYARD_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv("SWITCHYARD_KEY", (await createProject(deployment)).apiKey);
    directory = mkdtempSync(path.join(tmpdir(), "switchyard-client-"));
    const [, source = ""] = /^```js\n\/\/ client\.mjs\n([^]*?)^```$/m.exec(document) ?? [];
    const file = path.join(directory, "client.mjs");
    writeFileSync(file, source);
    client = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ClientModule;
  });
  beforeEach(() => {
    [fates, asked] = [[], 0];
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.close();
    rmSync(directory, { recursive: true });
  });

  const titles = async (list: string) => {
    const found: string[] = [];
    for await (const { title } of client.all(list)) found.push(title);
    return found;
  };

  it("makes one resource, however often the answer is lost", async () => {
    fates = ["lost", "of somebody else", "lost"];
    const { data } = await client.ask("POST", "/issues/create", { title: "Only once" });
    expect(data).toMatchObject({ id: expect.stringMatching(/^issue_/), title: "Only once" });
    expect(fates).toEqual([]);
    expect(await titles("/issues/list")).toEqual(["Only once"]);
  });

  it("goes through all pages of a list, over lost answers too, with or without filters", async () => {
    const wanted = Array.from({ length: 7 }, (_, index) => `Number ${index}`);
    for (const title of wanted) await client.ask("POST", "/issues/create", { title, priority: "low" });
    fates = ["lost"];
    expect(await titles("/issues/list?priority=low&limit=3")).toEqual(wanted.toReversed());
    expect(await titles("/issues/list")).toHaveLength(8);
  });

  it("throws a refusal with its code and its field, without repeating the request", async () => {
    const refused = client.ask("POST", "/issues/create", { title: "Right", titel: "Misspelt" });
    await expect(refused).rejects.toMatchObject({ code: "VALIDATION", field: "titel" });
    expect(asked).toBe(1);
  });
});

describe("the tables of docs/api.md", () => {
  it("list every code with its status", () => {
    const rows = [...document.matchAll(/^\| `([A-Z_]+)` +\| (\d{3}) /gm)];
    expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(statusByCode);
  });

  it("list every area that has scopes", () => {
    const [row = ""] = /^\| `<area>:read`.*$/m.exec(document) ?? [];
    const areas = [...row.matchAll(/`([a-z-]+)`/g)].map(([, area]) => `${area}:write`);
    const readOnly = [...document.matchAll(/^\| `([a-z-]+:read)` /gm)].map(([, scope]) => scope);
    expect([...areas, ...readOnly]).toEqual(scopesOfAreas);
  });

  it("name two paths only if both exist and do the same", async () => {
    const [, section = ""] = /^### Paths and names\n([^]*?)^## /m.exec(document) ?? [];
    const pairs = [...section.matchAll(/^\| `(\w+ \/[^`]+)`[^|]*\| `(\w+ \/[^`]+)` *\|$/gm)];
    expect(pairs).toHaveLength(9);
    const likes = likeRoutes((await publicFunctions()).map(({ name }) => name));
    const done = (name = "") => {
      const route = allRoutes.find(({ method, path }) => `${method} ${path}` === name);
      return route === undefined ? `There is no ${name}.` : likes.get(getFunctionName(route.endpoint));
    };
    expect(pairs.map(([, better]) => done(better))).toEqual(pairs.map(([, other]) => done(other)));
    expect(pairs.map(([, better]) => done(better))).not.toContain(undefined);
  });

  it("name areas whose paths have that form", () => {
    const paths = allRoutes.map(({ method, path }) => `${method} ${path}`);
    const areasOf = (form: string) => {
      const row = document.split("\n").find((line) => line.includes(`| \`${form}\``)) ?? "";
      return [
        ...row
          .split("|", 2)
          .join("")
          .matchAll(/`([a-z-]+)`/g),
      ].map(([, area = ""]) => area);
    };
    const [resources, verbs] = [areasOf("GET /<area>/:id"), areasOf("GET /<area>/get?id=")];
    expect([resources.length, verbs.length]).toEqual([9, 9]);
    const odd = [
      ...resources.filter((area) => !paths.includes(`GET /${area}`)),
      ...verbs.filter((area) => !paths.includes(`GET /${area}/list`)),
    ];
    expect(odd).toEqual([]);
    expect(paths.filter((path) => path.startsWith("PATCH "))).toEqual([]);
  });
});
