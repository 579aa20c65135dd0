// Fills what only a new project needs: settings, people, keys.
import { idOf } from "./service";
import type { Service } from "./service";
import { repository } from "./topics";

export async function setUpProject(service: Service): Promise<void> {
  await service.post("/project/update", { gitRepoUrl: repository });
  await service.post("/project/settings/update", {
    sandboxSystemPrompt: "You work on an online shop. Leave every module tidier than you found it.",
    agentMd: "# For agents\n\n`npm test` runs everything.\n",
    issueDiscoveryPrompt: "Look for what customers would notice first.",
    envVars: { NODE_ENV: "test", SHOP_CURRENCY: "EUR" },
    learningModel: "claude-sonnet-4-5",
    mergingModel: "claude-opus-4-1",
    gitCommitName: "Example Agent",
    gitCommitEmail: "agent@example.com",
  });
  await service.post("/project/provider-keys/set", { provider: "example", key: "not-a-key-0000" });
  await service.post("/project/members/invite", { email: "ada@example.com", role: "admin" });
  await service.post("/project/members/invite", { email: "grace@example.com", role: "member" });
  await service.post("/project/runner-tokens/generate", { name: "Build machine", kinds: ["run.execute"] });
  const everything = { type: "project" };
  await service.post("/budgets", {
    name: "All runs",
    scope: everything,
    limitUsd: 5000,
    period: "month",
    warnAt: [0.9],
  });
  const events = ["run.failed", "questions.*"];
  await service.post("/webhooks", { url: "https://hooks.example.com/switchyard", events, isEnabled: false });
  await service.post("/project/hooks", { kind: "github" });
  const keyId = idOf(await service.post("/project/api-keys/generate", { name: "Report", scopes: ["runs:read"] }));
  await service.post("/project/api-keys/revoke", { keyId });
}
