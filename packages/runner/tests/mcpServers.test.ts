// Which agents learn where they find the service over the Model Context Protocol, and how.
import { expect, it } from "vitest";
import type { AgentSession, Workspace } from "../src/agents/agent";
import { AcpSession } from "../src/agents/acp/session";
import { CommandSession } from "../src/agents/commandSession";
import { completed, fakeAgent, ofKind, placeOf, plainTask, read, useWorkplace } from "./agentSessions";

const workplace = useWorkplace();
const mcp = { url: "http://127.0.0.1:3211/mcp", token: "svc_agent_of_this_run" };
const place = (): Workspace => ({ ...placeOf(workplace), mcp });

async function said(session: AgentSession): Promise<string> {
  const events = await read(session);
  expect(events.at(-1)).toEqual(completed);
  return ofKind(events, "text")
    .map(({ text }) => text)
    .join("");
}

const server = {
  type: "http",
  name: "switchyard",
  url: mcp.url,
  headers: [{ name: "Authorization", value: `Bearer ${mcp.token}` }],
};

it.each([["new"], ["resume"], ["load"]])("an agent that speaks ACP gets it with a session: %s", async (way) => {
  const env = { FAKE_AGENT_MCP: "http", FAKE_AGENT_RESUME: way };
  const settings = fakeAgent([[{ sayServers: 1000 }], [{ sayServers: 1000 }]], workplace, env);
  const first = new AcpSession(settings, plainTask, place());
  let sessionId = "";
  const events = await read(first, (event) => {
    if (event.kind === "session") sessionId = event.id;
  });
  expect(JSON.parse(ofKind(events, "text")[0]?.text ?? "")).toEqual([server]);
  if (way === "new") return;
  const later = { ...mcp, token: "svc_agent_of_the_next_claim" };
  const task = { ...plainTask, resume: { sessionId, prompt: "Go on." } };
  const shown = await said(new AcpSession(settings, task, { ...place(), mcp: later }));
  expect(shown).toContain(later.token);
  expect(shown).not.toContain(mcp.token);
});

it("an agent that speaks ACP and takes no such servers gets none, and no variable either", async () => {
  const settings = fakeAgent([[{ sayServers: 1000 }, { run: "env" }]], workplace);
  expect(await said(new AcpSession(settings, plainTask, place()))).toBe("[]");
});

it("a command gets it in its variables, which those of the project do not replace", async () => {
  const { surroundings } = fakeAgent([], workplace);
  const command = ["/bin/sh", "-c", 'echo "$SWITCHYARD_MCP_URL $SWITCHYARD_MCP_TOKEN"'];
  const settings = { command, input: "stdin" as const, surroundings, silenceMs: null };
  const env = { SWITCHYARD_MCP_URL: "http://evil.example", SWITCHYARD_MCP_TOKEN: "x" };
  expect(await said(new CommandSession(settings, plainTask, { ...place(), env }))).toBe(`${mcp.url} ${mcp.token}\n`);
  expect(await said(new CommandSession(settings, plainTask, placeOf(workplace)))).toBe(" \n");
});
