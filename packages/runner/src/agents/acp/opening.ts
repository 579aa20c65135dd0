// The beginning of a conversation: what the agent can do, and a session that is resumed or new.
import type {
  ClientContext,
  InitializeResponse,
  LoadSessionRequest,
  NewSessionRequest,
  SessionConfigOption,
} from "@agentclientprotocol/sdk/unstable";
import { methods, PROTOCOL_VERSION } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "../agent";
import { GivenUp } from "./failures";
import { textAt } from "./unchecked";

export interface Opened {
  sessionId: string;
  canResume: boolean;
  isResumed: boolean;
  options: readonly SessionConfigOption[];
}

interface Opening {
  worktree: string;
  resume: string | null;
  offersFiles: boolean;
  push: (event: AgentEvent) => void;
}

export async function openSession(agent: ClientContext, opening: Opening): Promise<Opened> {
  const { agentCapabilities = {}, protocolVersion } = await initialize(agent, opening.offersFiles);
  if (protocolVersion !== PROTOCOL_VERSION) {
    throw new GivenUp(`The agent speaks version ${protocolVersion} of ACP; the runner needs ${PROTOCOL_VERSION}.`);
  }
  const resumes = agentCapabilities.sessionCapabilities?.resume != null;
  const loads = agentCapabilities.loadSession === true;
  const known: NewSessionRequest = { cwd: opening.worktree, mcpServers: [] };
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
      opening.push({ kind: "notice", title: "The former session could not be resumed", text });
    }
  }
  const { sessionId, configOptions } = await agent.request(methods.agent.session.new, known);
  return { sessionId, canResume, isResumed: false, options: configOptions ?? [] };
}

/**
 * Chooses the model of the task, and returns the one that is used, as far as the agent tells it. Agents name their
 * models differently, so one that is not offered is a notice: the same step may go to another agent the next time.
 */
export async function chooseModel(
  agent: ClientContext,
  opened: Opened,
  { wanted, push }: { wanted: string | null; push: Opening["push"] },
): Promise<string | null> {
  const option = opened.options.find(({ category, type }) => category === "model" && type === "select");
  if (option === undefined || option.type !== "select") {
    if (wanted !== null) push(otherModel(wanted, "The agent chooses its model itself."));
    return null;
  }
  if (wanted === null) return option.currentValue;
  const offered = option.options.flatMap((entry) => ("options" in entry ? entry.options : [entry]));
  const found = offered.find(({ value, name }) => value === wanted || name === wanted);
  if (found === undefined) {
    const names = offered.map(({ value }) => value).join(", ");
    push(otherModel(wanted, `The agent works with ${option.currentValue}. It offers: ${names}.`));
    return option.currentValue;
  }
  const chosen = { sessionId: opened.sessionId, configId: option.id, value: found.value };
  await agent.request(methods.agent.session.setConfigOption, chosen);
  return found.value;
}

function otherModel(wanted: string, text: string): AgentEvent {
  return { kind: "notice", title: `The model ${wanted} cannot be chosen`.slice(0, 200), text };
}

export function initialize(agent: ClientContext, offersFiles: boolean): Promise<InitializeResponse> {
  return agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "switchyard-runner", version: "0.1.0" },
    clientCapabilities: {
      fs: { readTextFile: offersFiles, writeTextFile: offersFiles },
      terminal: false,
      elicitation: { form: {} },
    },
  });
}
