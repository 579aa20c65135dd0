// What the agent may ask of the runner: permissions, questions and files.
import { client, methods, RequestError } from "@agentclientprotocol/sdk/unstable";
import type {
  ClientApp,
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { estimateSize } from "../../text/json";
import type { AgentEvent } from "../agent";
import { decidePermission } from "../permissions";
import { readTextFile, writeTextFile } from "./files";
import type { OpenRequests } from "./openRequests";
import { withdrawn } from "./openRequests";
import { answerOf, questionOf } from "./questions";
import type { AcpSettings } from "./settings";
import type { ToolCalls } from "./toolCalls";

export interface Served {
  settings: AcpSettings;
  worktree: string;
  calls: ToolCalls;
  requests: OpenRequests;
  push: (event: AgentEvent) => void;
  onUpdate: (update: SessionUpdate) => void;
}

export function createClient(served: Served): ClientApp {
  const { settings, worktree, requests, onUpdate } = served;
  const app = client({ name: "switchyard-runner" })
    .onNotification(methods.client.session.update, ({ params }) => onUpdate(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params, signal }) => permit(served, params, signal))
    .onRequest(methods.client.elicitation.create, async ({ params, signal }) => {
      requireSmall(params);
      const question = questionOf(params);
      if (question === null) return { action: "decline" };
      const answer = await requests.ask(question, signal);
      return answer === withdrawn ? { action: "cancel" } : answerOf(params, answer);
    });
  if (!settings.offersFiles) return app;
  return app
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => ({
      content: await readTextFile(worktree, params),
    }))
    .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
      await writeTextFile(worktree, params);
      return {};
    });
}

async function permit(
  { settings, worktree, calls, requests, push }: Served,
  request: RequestPermissionRequest,
  signal: AbortSignal,
): Promise<RequestPermissionResponse> {
  requireSmall(request);
  const { options } = request;
  const { title, toolKind, paths } = calls.update(request.toolCall);
  const decision = await decidePermission(settings.permissions, worktree, { toolKind, paths });
  // A policy decides one call at a time, so it never chooses an option that holds for later calls.
  const chosen = decision === "ask" ? undefined : options.find(({ kind }) => kind === `${verbs[decision]}_once`);
  if (decision === "deny") push({ kind: "notice", title: "The policy refused a permission", text: title });
  if (chosen !== undefined) return selected(chosen);
  if (decision === "deny") return { outcome: { outcome: "cancelled" } };
  const choices = options.map(({ optionId: id, name, kind }) => ({ id, name, allows: kind.startsWith("allow") }));
  const answer = await requests.ask({ kind: "permission", title, paths, options: choices }, signal);
  if (answer === withdrawn) return { outcome: { outcome: "cancelled" } };
  return selected(options.find(({ optionId }) => optionId === answer) ?? refusal(options));
}

/** A request is kept until it is answered, and a change of a large file is part of one. */
const maxRequest = 5_000_000;

function requireSmall(request: unknown): void {
  if (estimateSize(request) <= maxRequest) return;
  throw RequestError.invalidRequest(undefined, `A request may have ${maxRequest} characters.`);
}

const verbs = { allow: "allow", deny: "reject" } as const;

/** A dismissed permission, and an answer that is not an option, refuse. */
function refusal(options: readonly PermissionOption[]): PermissionOption | undefined {
  return options.find(({ kind }) => kind === "reject_once") ?? options.find(({ kind }) => kind === "reject_always");
}

function selected(option: PermissionOption | undefined): RequestPermissionResponse {
  return {
    outcome: option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId },
  };
}
