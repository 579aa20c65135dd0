// What the people of the shop have taught their agents: personas, workflows, and texts in several versions.
import { idOf } from "../../seed/service";
import type { Service } from "../../seed/service";
import type { Workflow } from "./runs";

const personas = {
  builder: {
    name: "Careful builder",
    description: "Changes little, and shows it with a test.",
    type: "designer",
    instructions: "Show a fault with a test before you change code. Leave every file tidier than you found it.",
  },
  checker: {
    name: "Strict checker",
    description: "Believes a test only after reading it.",
    type: "checker",
    instructions: "Read the test before the code. Calculate one example by hand. Say what you would not merge.",
  },
  reader: {
    name: "Patient reader",
    description: "Finds the cause before somebody changes something.",
    type: "researcher",
    instructions: "Read until you can name the line that is wrong and say why. Change nothing.",
  },
  night: {
    name: "Night watch",
    description: "Runs what the shop checks every night.",
    type: "evaluator",
    instructions: "Run the checks. Write down only what somebody must do.",
  },
};

export interface Knowledge {
  build: Workflow;
  fix: Workflow;
  prove: Workflow;
  night: Workflow;
}

export async function makeKnowledge(service: Service): Promise<Knowledge> {
  const ids = new Map<string, string>();
  for (const [key, persona] of Object.entries(personas)) ids.set(key, await makePersona(service, persona));
  const step = (role: string, name: string, persona: string) => ({ role, name, personaId: ids.get(persona) ?? null });
  const build = [step("designer", "Build", "builder"), step("checker", "Check", "checker")];
  const find = step("researcher", "Find the cause", "reader");
  const gate = { kind: "command" as const, command: ["node", "--test"] };
  const prove = [step("designer", "Build", "builder"), { ...step("checker", "Prove", "checker"), gate }];
  await makeFirstVersions(service);
  return {
    build: await makeWorkflow(service, "Build and check", "One agent builds, another one checks.", build),
    fix: await makeWorkflow(service, "Fix a fault", "The cause first, then the change, then a check.", [
      find,
      ...build,
    ]),
    prove: await makeProvingWorkflow(service, prove),
    night: await makeWorkflow(service, "Nightly check", "One step, without anybody awake.", [
      step("evaluator", "Check the catalogue", "night"),
    ]),
  };
}

async function makePersona(service: Service, persona: Record<string, string>) {
  const personaId = idOf(await service.post("/personas/create", persona));
  await service.post("/personas/update", { personaId, learningsEnabled: true });
  return personaId;
}

async function makeWorkflow(service: Service, name: string, description: string, steps: Workflow["steps"]) {
  return { id: idOf(await service.post("/workflows", { name, description, steps })), steps };
}

/** People begin each round themselves, and the inbox says when there is something to decide. */
async function makeProvingWorkflow(service: Service, steps: Workflow["steps"]): Promise<Workflow> {
  const description = "Completed only when all tests pass on its commit.";
  const workflow = await makeWorkflow(service, "Build and prove", description, steps);
  const when = { checks: true, reviews: true, conflicts: true, maxRounds: 0, quietMs: 10_000 };
  await service.put(`/workflows/${workflow.id}`, { followUp: { ...when, trust: "write", trusted: [] } });
  return workflow;
}

const skillText = (rule: string) => [
  { name: "SKILL.md", content: `# Prices\n\nAmounts are whole cents. ${rule}\n` },
  { name: "examples.md", content: "| typed | cents |\n| ----- | ----- |\n| 0.29  | 29    |\n| 12.90 | 1290  |\n" },
];

const texts = {
  architecture: "# Architecture\n\nOne file in `src/` for each thing of the shop, and its tests in `test/`.\n",
  words:
    "# Words of the shop\n\n- **Cart**: what a customer has chosen.\n- **Order**: a cart that was paid or will be.\n",
  review: "Read the change. Name each problem with its file and line.\n",
  redFirst: "Write a test that fails, run it, and only then change the code.\n",
  catalogue: "node scripts/check-catalogue.js\n",
  quick: "node --test --test-reporter=dot\n",
};

const assets = new Map<string, string>();

/** What the team wrote on its first day. */
async function makeFirstVersions(service: Service): Promise<void> {
  const make = async (path: string, name: string, description: string, more: Record<string, string> = {}) => {
    const id = idOf(await service.post(path, { name, description, ...more }));
    assets.set(name, `${path}/${id}`);
    return `${path}/${id}`;
  };
  await service.put(await make("/contexts", "Architecture", "Where things are"), { content: texts.architecture });
  await service.put(await make("/contexts", "Words of the shop", "What we call things"), { content: texts.words });
  const prices = await make("/skills", "Prices", "Calculating with money");
  await service.put(`${prices}/publish`, { files: skillText("Never add floating-point numbers.") });
  const review = await make("/commands", "review", "Reads a change as a colleague would");
  await service.put(`${review}/publish`, { content: texts.review });
  const redFirst = await make("/commands", "red-first", "A test before the change");
  await service.put(`${redFirst}/publish`, { content: texts.redFirst });
  const check = await make("/scripts", "Check the catalogue", "What is sold out or nearly", { language: "shell" });
  await service.put(`${check}/publish`, { content: texts.catalogue });
  const quick = await make("/scripts", "Quick tests", "All tests, one dot each", { language: "shell" });
  await service.put(`${quick}/publish`, { content: texts.quick });
}

/** What the team wrote better after some days. */
export async function improveKnowledge(service: Service): Promise<void> {
  const at = (name: string) => assets.get(name) ?? "";
  const architecture = `${texts.architecture}\nFiles of \`src/\` import one another by name, and nothing imports a test.\n`;
  await service.put(at("Architecture"), { content: architecture });
  await service.put(`${at("Prices")}/publish`, { files: skillText("Round once, at the end of a calculation.") });
  await service.put(`${at("review")}/publish`, { content: `${texts.review}Say what you would not merge, and why.\n` });
  await service.put(`${at("Check the catalogue")}/publish`, { content: `set -e\n${texts.catalogue}node --test\n` });
}
