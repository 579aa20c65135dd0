// Runs and issues as resources, which clients attach to a conversation: as text for the model, and as JSON.
import { fromJsonText } from "../api/envelope";
import type { IssueView } from "../issues/present";
import type { RunDetailView } from "../runs/detail";
import type { RunSummaryView } from "../runs/present";
import { askEndpoint, mayUse } from "./client";
import type { Client } from "./client";
import { RpcRefusal, textParam } from "./jsonRpc";
import type { Fields } from "./jsonRpc";
import { issueText, runText } from "./resourceTexts";

interface Kind {
  scheme: "run" | "issue";
  title: string;
  description: string;
  scope: string;
  list(client: Client): Promise<Fields[]>;
  read(client: Client, id: string): Promise<{ text: string; json: object }>;
}

/** Clients show the list to people, who choose from what is new. Anything older is read by its id. */
const limit = 20;

const kinds: readonly Kind[] = [
  {
    scheme: "run",
    title: "Run",
    description: "A run with its steps, cost, branch and pull request.",
    scope: "runs:read",
    list: async (client) => {
      const runs = await ask<RunSummaryView[]>(client, "/runs", { limit });
      return runs.map(({ id, runNumber, name }) => entry("run", id, `Run ${runNumber}: ${name}`));
    },
    read: async (client, runId) => {
      const run = await ask<RunDetailView>(client, "/runs/detail", { runId });
      return { text: runText(run), json: run };
    },
  },
  {
    scheme: "issue",
    title: "Issue",
    description: "An issue with its description, status and priority.",
    scope: "issues:read",
    list: async (client) => {
      const issues = await ask<IssueView[]>(client, "/issues/list", { limit });
      return issues.map(({ id, title }) => entry("issue", id, title));
    },
    read: async (client, id) => {
      const issue = await ask<IssueView>(client, "/issues/get", { id });
      return { text: issueText(issue), json: issue };
    },
  },
];

export async function resourceList(client: Client): Promise<Fields[]> {
  const lists = kinds.filter(({ scope }) => mayUse(client, scope)).map(async (kind) => await kind.list(client));
  return (await Promise.all(lists)).flat();
}

export function resourceTemplates(client: Client): Fields[] {
  return kinds
    .filter(({ scope }) => mayUse(client, scope))
    .map(({ scheme, title, description }) => {
      return { uriTemplate: `${scheme}://{id}`, name: scheme, title, description, mimeType: markdown };
    });
}

const markdown = "text/markdown";

export async function readResource(client: Client, params: Fields): Promise<Fields[]> {
  const uri = textParam(params, "uri");
  const [, scheme, id = ""] = /^([a-z]+):\/\/([\w-]{1,100})$/.exec(uri) ?? [];
  const kind = kinds.find((one) => one.scheme === scheme);
  if (kind === undefined) throw new RpcRefusal("invalidParams", "uri must be run://<id> or issue://<id>.");
  const { text, json } = await kind.read(client, id);
  return [
    { uri, mimeType: markdown, text },
    { uri, mimeType: "application/json", text: JSON.stringify(json) },
  ];
}

function entry(scheme: Kind["scheme"], id: string, title: string): Fields {
  return { uri: `${scheme}://${id}`, name: id, title, mimeType: markdown };
}

/** A resource that cannot be read is an error of the protocol, with the code and the sentence of REST. */
async function ask<Data>(client: Client, path: string, args: Fields): Promise<Data> {
  const answer = await askEndpoint(client, { method: "GET", path }, args);
  if (answer.kind === "done") return fromJsonText<{ data: Data }>(answer.text).data;
  const { code, message } = answer.error;
  throw new RpcRefusal("invalidParams", `${code}: ${message}`);
}
