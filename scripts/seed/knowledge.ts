// Makes what agents work with: contexts, skills, commands and scripts in versions, personas, and workflows that use
// them.
import { idOf } from "./service";
import type { Fields, Service } from "./service";
import type { Progress } from "./progress";

export interface Workflow {
  id: string;
  /** The roles of the workflow's steps, in order. */
  roles: readonly Role[];
}

export type Role = "researcher" | "designer" | "checker" | "evaluator" | "judge";

interface Asset {
  path: "/contexts" | "/skills" | "/commands" | "/scripts";
  name: string;
  about: string;
  language?: "shell" | "python";
  /** The text of each version. The last version is active, unless an earlier one is activated again. */
  versions: string[];
  servedVersion?: number;
}

const assets: Asset[] = [
  {
    path: "/contexts",
    name: "Architecture",
    about: "How the shop is cut into modules",
    versions: [
      "# Architecture\n\nOne module per business area below `src/`.\n",
      "# Architecture\n\nOne module per business area below `src/`. Modules talk through their `index.ts` only.\n",
    ],
  },
  {
    path: "/contexts",
    name: "Code style",
    about: "What reviewers look for",
    versions: ["# Code style\n\nSmall functions, full words, no abbreviations.\n"],
  },
  {
    path: "/contexts",
    name: "Domain words",
    about: "What we call things",
    versions: ["# Domain words\n\n- **Cart**: what a customer has chosen.\n- **Order**: a cart that was paid for.\n"],
  },
  { path: "/contexts", name: "Incident diary", about: "Not written yet", versions: [] },
  {
    path: "/skills",
    name: "Database migrations",
    about: "Changes tables without downtime",
    versions: ["Add columns first.", "Add columns first, fill them in batches, remove the old ones a release later."],
  },
  {
    path: "/skills",
    name: "Accessible forms",
    about: "Forms that everybody can use",
    versions: ["Every input has a label; errors are announced."],
  },
  {
    path: "/commands",
    name: "review-diff",
    about: "Reviews the changes so far",
    versions: ["Review the diff.", "Review the diff. Name each problem with its file and line."],
    servedVersion: 1,
  },
  { path: "/commands", name: "write-tests", about: "Adds what is not tested", versions: ["Write the missing tests."] },
  { path: "/commands", name: "explain", about: "Explains a module", versions: ["Explain the module to a newcomer."] },
  {
    path: "/scripts",
    name: "Set up the sandbox",
    about: "Runs before the first turn",
    language: "shell",
    versions: ["npm ci\n", "npm ci\nnpm run build\n"],
  },
  {
    path: "/scripts",
    name: "Slowest tests",
    about: "Reads the report of the test run",
    language: "python",
    versions: ["import json\n\nprint(sorted(json.load(open('report.json')), key=lambda t: -t['ms'])[:10])\n"],
  },
];

const personas: Fields[] = [
  { name: "Careful designer", type: "designer", cliId: "claude", model: "claude-sonnet-4-5", thinkingEffort: "high" },
  { name: "Quick designer", type: "designer", cliId: "codex", model: "gpt-5-mini", thinkingEffort: "low" },
  { name: "Strict checker", type: "checker", cliId: "claude", model: "claude-opus-4-1", thinkingEffort: "high" },
  { name: "Researcher", type: "researcher", cliId: "gemini", model: "gemini-2.5-pro", thinkingEffort: "medium" },
  { name: "Evaluator", type: "evaluator", cliId: "codex", model: "gpt-5", thinkingEffort: "medium" },
  { name: "Judge", type: "judge", cliId: "claude", model: "claude-opus-4-1", thinkingEffort: "medium" },
];

const workflows: { name: string; roles: Role[] }[] = [
  { name: "Build and check", roles: ["researcher", "designer", "checker"] },
  { name: "Fix a bug", roles: ["researcher", "designer", "evaluator"] },
  { name: "Refactor", roles: ["designer", "checker", "judge"] },
  { name: "Write documentation", roles: ["researcher", "designer"] },
];

export async function makeKnowledge(service: Service, progress: Progress): Promise<Workflow[]> {
  await progress.each("Assets", assets, (asset) => makeAsset(service, asset));
  const personaIds = await progress.each("Personas", personas, (persona) => makePersona(service, persona));
  return await progress.each("Workflows", workflows, async ({ name, roles }) => {
    const steps = roles.map((role) => ({
      role,
      name: `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
      personaId: personaIds[personas.findIndex(({ type }) => type === role)] ?? null,
      commandNames: role === "checker" ? ["review-diff"] : [],
    }));
    const description = `${steps.length} steps in turn.`;
    return { id: idOf(await service.post("/workflows", { name, description, steps })), roles };
  });
}

async function makeAsset(service: Service, { path, name, about, language, versions, servedVersion }: Asset) {
  const fields = language === undefined ? {} : { language };
  const free = freeName(path, name, await service.list(path));
  const id = idOf(await service.post(path, { name: free, description: about, ...fields }));
  for (const text of versions) {
    if (path === "/contexts") await service.put(`${path}/${id}`, { content: text });
    else if (path === "/skills") await service.put(`${path}/${id}/publish`, { files: filesOf(text) });
    else await service.put(`${path}/${id}/publish`, { content: text });
  }
  if (servedVersion !== undefined) await service.put(`${path}/${id}/versions/${servedVersion}/activate`);
}

/** Returns a name that is not taken: names of assets are unique, and the project may have been filled before. */
function freeName(path: Asset["path"], name: string, there: Fields[]): string {
  const taken = new Set(there.map((asset) => asset["name"]));
  const join = path === "/commands" ? "-v" : " ";
  let candidate = name;
  for (let number = 2; taken.has(candidate); number++) candidate = `${name}${join}${number}`;
  return candidate;
}

function filesOf(text: string): Fields[] {
  return [
    { name: "SKILL.md", content: `# How to go about it\n\n${text}\n` },
    { name: "examples/checklist.md", content: "- [ ] read\n- [ ] change\n- [ ] check\n" },
  ];
}

async function makePersona(service: Service, persona: Fields): Promise<string> {
  const instructions = `You are the ${String(persona["name"]).toLowerCase()} of an online shop's team.`;
  const personaId = idOf(await service.post("/personas/create", { ...persona, instructions }));
  if (persona["name"] === "Quick designer") await service.post("/personas/toggle", { personaId });
  if (persona["type"] === "checker") await service.post("/personas/update", { personaId, learningsEnabled: true });
  return personaId;
}
