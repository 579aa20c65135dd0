// The beginning of a conversation: what the agent can do, and a session that is resumed or new.
import type {
  ClientContext,
  InitializeResponse,
  LoadSessionRequest,
  McpServer,
  NewSessionRequest,
  SessionConfigOption,
} from "@agentclientprotocol/sdk/unstable";
import { methods, PROTOCOL_VERSION } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "../agent";
import type { McpAccess } from "../mcpAccess";
import { version } from "../../http/identity";
import { truncate } from "../../text/truncate";
import { AgentAbandonedError } from "./failureReason";
import { textAt } from "./untypedValues";

export interface Opened {
  sessionId: string;
  canResume: boolean;
  isResumed: boolean;
  options: readonly SessionConfigOption[];
}

/** More than an honest agent has to say here. */
const maxText = 10_000;
const maxSessionId = 1000;

interface Opening {
  worktree: string;
  resume: string | null;
  offersFiles: boolean;
  env: Readonly<Record<string, string>>;
  mcp: McpAccess | null;
  push: (event: AgentEvent) => void;
}

/** ACP has the place of a request in a trace among its metadata. */
export function traceOf({ TRACEPARENT: traceparent }: Readonly<Record<string, string>>) {
  return traceparent === undefined ? {} : { _meta: { traceparent } };
}

export async function openSession(agent: ClientContext, opening: Opening): Promise<Opened> {
  const { agentCapabilities = {}, protocolVersion } = await initialize(agent, opening.offersFiles);
  if (protocolVersion !== PROTOCOL_VERSION) {
    throw new AgentAbandonedError(
      `The agent speaks version ${protocolVersion} of ACP; the runner needs ${PROTOCOL_VERSION}.`,
    );
  }
  const resumes = agentCapabilities.sessionCapabilities?.resume != null;
  const loads = agentCapabilities.loadSession === true;
  const mcpServers = agentCapabilities.mcpCapabilities?.http === true ? serversOf(opening.mcp) : [];
  const known: NewSessionRequest = { cwd: opening.worktree, mcpServers, ...traceOf(opening.env) };
  const canResume = resumes || loads;
  if (opening.resume !== null && canResume) {
    const sessionId = opening.resume;
    const { resume, load } = methods.agent.session;
    const request: LoadSessionRequest = { ...known, sessionId };
    try {
      const { configOptions } = await (resumes ? agent.request(resume, request) : agent.request(load, request));
      return { sessionId, canResume, isResumed: true, options: configOptions ?? [] };
    } catch (error) {
      const text = `The agent begins a new one: ${textAt(error, "message") ?? String(error)}`;
      const told = truncate(text, maxText);
      opening.push({ kind: "notice", title: "The previous session could not be resumed", text: told });
    }
  }
  const { sessionId, configOptions } = await agent.request(methods.agent.session.new, known);
  if (sessionId.length > maxSessionId)
    throw new AgentAbandonedError("The agent gave its session a name that is too long.");
  return { sessionId, canResume, isResumed: false, options: configOptions ?? [] };
}

/** A session that is resumed gets the token of the present claim, too. */
function serversOf(mcp: McpAccess | null): McpServer[] {
  if (mcp === null) return [];
  const headers = [{ name: "Authorization", value: `Bearer ${mcp.token}` }];
  return [{ type: "http", name: "switchyard", url: mcp.url, headers }];
}

export interface Wishes {
  model: string | null;
  thinkingEffort: string | null;
  push: Opening["push"];
}

/** Chooses what the task asks for. Returns the model that is used, as far as the agent tells it. */
export async function chooseOptions(agent: ClientContext, opened: Opened, wishes: Wishes): Promise<string | null> {
  const { model, thinkingEffort, push } = wishes;
  const first = { category: "model", name: "model", wanted: model, push };
  const chosen = await choose(agent, opened, first);
  const second = { category: "thought_level", name: "thinking effort", wanted: thinkingEffort, push };
  // What a model offers depends on the model.
  await choose(agent, { ...opened, options: chosen.options }, second);
  return chosen.value;
}

interface Wish {
  category: string;
  name: string;
  wanted: string | null;
  push: Opening["push"];
}

interface Chosen {
  value: string | null;
  options: readonly SessionConfigOption[];
}

/**
 * Agents name their models and efforts differently, so one that is not offered is a notice: the same step may go to
 * another agent the next time.
 */
async function choose(agent: ClientContext, { sessionId, options }: Opened, wish: Wish): Promise<Chosen> {
  const { category, name, wanted, push } = wish;
  const option = options.find((one) => one.category === category && one.type === "select");
  if (option === undefined || option.type !== "select") {
    if (wanted !== null) push(notChosen(wish, wanted, `The agent chooses its ${name} itself.`));
    return { value: null, options };
  }
  const { id: configId, currentValue } = option;
  if (wanted === null) return { value: currentValue, options };
  const offered = option.options.flatMap((entry) => ("options" in entry ? entry.options : [entry]));
  const found = offered.find(({ value, name: title }) => value === wanted || title === wanted);
  if (found === undefined) {
    const names = offered.map(({ value }) => value).join(", ");
    push(notChosen(wish, wanted, `The agent works with ${currentValue}. It offers: ${names}.`));
    return { value: currentValue, options };
  }
  const { value } = found;
  const { configOptions } = await agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
  return { value, options: configOptions };
}

function notChosen({ name }: Wish, wanted: string, text: string): AgentEvent {
  return {
    kind: "notice",
    title: truncate(`The ${name} ${wanted} cannot be chosen`, 200),
    text: truncate(text, maxText),
  };
}

export function initialize(agent: ClientContext, offersFiles: boolean): Promise<InitializeResponse> {
  return agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "switchyard-runner", version },
    clientCapabilities: {
      fs: { readTextFile: offersFiles, writeTextFile: offersFiles },
      terminal: false,
      elicitation: { form: {} },
    },
  });
}
