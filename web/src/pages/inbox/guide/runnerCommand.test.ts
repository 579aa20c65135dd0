import { describe, expect, it } from "vitest";
import { presets } from "../../../../../packages/runner/src/agents/acp/presets";
import { readConfiguration } from "../../../../../packages/runner/src/config/configuration";
import { agentChoices, runnerCommand } from "./runnerCommand";

const bare = { agent: "demo", serviceUrl: null, token: null, repository: "" };

describe("the command that connects a runner", () => {
  it("is the short one beside the service", () => {
    expect(runnerCommand(bare)).toBe("npm run runner");
    expect(runnerCommand({ ...bare, agent: "codex" })).toBe("npm run runner -- --agent codex");
  });

  it("has address and token elsewhere, the token in no argument", () => {
    const wanted = { ...bare, agent: "codex", serviceUrl: "https://a.example", token: "svc_runner_x" };
    expect(runnerCommand(wanted)).toBe(
      "SWITCHYARD_RUNNER_TOKEN=svc_runner_x npm run runner -- --agent codex --url https://a.example",
    );
  });

  it("allows the folder of a repository on this machine, quoted where a shell needs it, and nothing for others", () => {
    const command = (repository: string) => runnerCommand({ ...bare, repository });
    expect(command("/home/me/shop/")).toBe("npm run runner -- --local-repositories /home/me/shop");
    expect(command("file:///srv/shop.git")).toBe("npm run runner -- --local-repositories /srv/shop.git");
    expect(command("/home/me/it's; here")).toBe(
      String.raw`npm run runner -- --local-repositories '/home/me/it'\''s; here'`,
    );
    for (const address of [
      "https://a.example/shop",
      "git@a.example:shop",
      "~/shop",
      "",
      "/home/me,/",
      "/a\\'; evil #",
      "/a\n/b",
    ]) {
      expect(command(address)).toBe("npm run runner");
    }
  });

  it("is preceded by the command that the runner itself names where the program of an agent is missing", () => {
    for (const { value, install } of agentChoices.filter(({ value }) => value !== "demo")) {
      const [, named = null] = /`([^`]+)`/.exec(presets[value]?.install ?? "") ?? [];
      expect({ value, install }).toEqual({ value, install: named });
    }
  });

  it("names only agents and flags that the runner knows", () => {
    for (const { value } of agentChoices) {
      expect(value === "demo" || Object.hasOwn(presets, value)).toBe(true);
      const command = runnerCommand({ agent: value, serviceUrl: "https://a.example", token: "t", repository: "/srv" });
      const [, flags = ""] = command.split(" -- ");
      const configuration = readConfiguration(flags.split(" "), { SWITCHYARD_RUNNER_TOKEN: "t" });
      expect(configuration).toMatchObject({ agent: value, url: "https://a.example", localRepositories: ["/srv"] });
    }
  });
});
