import { expect, it } from "vitest";
import { agentEnvironment } from "./environment";

it("An agent gets nothing of the runner's environment but what is listed and what is named", () => {
  const own = {
    PATH: "/bin",
    HOME: "/home/a",
    LANG: "C",
    SWITCHYARD_RUNNER_TOKEN: "secret",
    JOB_CALLBACK_SECRET: "secret",
    AWS_SECRET_ACCESS_KEY: "secret",
    OPENAI_API_KEY: "key",
  };
  expect(agentEnvironment(own, ["OPENAI_API_KEY", "MISSING"], { HOME: "/b" }, { STEP: "1" })).toEqual({
    PATH: "/bin",
    HOME: "/b",
    LANG: "C",
    OPENAI_API_KEY: "key",
    STEP: "1",
  });
});
