import { expect, it } from "vitest";
import { commands, groups } from "../commands/all";
import { commonOptions } from "../frame/commonOptions";
import { candidatesFor, valueIn } from "./candidates";

const lookUp = (known: string) => Promise.resolve([{ word: `a ${known}`, about: "" }]);
const offered = async (...words: string[]) =>
  (await candidatesFor(words, { commands, groups, commonOptions }, lookUp)).map(({ word }) => word);

it("the first word is a command or a group of commands", async () => {
  expect(await offered("")).toEqual(expect.arrayContaining(["start", "runs", "issues", "help"]));
  expect(await offered("ru")).toEqual(["runner", "runs"]);
  expect(await offered("")).not.toContain("complete");
});

it("the second word is a command of the group", async () => {
  expect(await offered("runs", "re")).toEqual(["restart", "resume"]);
});

it("options are those of the command and those of all commands, each once", async () => {
  expect(await offered("runs", "list", "--s")).toEqual(["--status", "--search"]);
  expect(await offered("runs", "list", "--json", "--")).not.toContain("--json");
  expect(await offered("runs", "--")).toEqual(["--url", "--profile", "--json", "--help"]);
});

it("values come from the row of the option, or from what the service knows", async () => {
  expect(await offered("runs", "list", "--status", "p")).toEqual(["pending", "paused"]);
  expect(await offered("start", "--issue", "")).toEqual(["a issue"]);
  expect(await offered("--profile", "")).toEqual(["a profile"]);
  expect(await offered("start", "--prompt", "")).toEqual([]);
});

it("a value is also completed behind an equals sign", async () => {
  expect(await offered("runs", "list", "--status=p")).toEqual(["--status=pending", "--status=paused"]);
  expect(await offered("--profile=")).toEqual(["--profile=a profile"]);
});

it("the typed address and profile are known, and what is being typed is not", () => {
  const grammar = { commands, groups, commonOptions };
  const words = ["--url", "http://a.example", "runs", "--profile=ci", "get", ""];
  expect([valueIn(words, "url", grammar), valueIn(words, "profile", grammar)]).toEqual(["http://a.example", "ci"]);
  expect(valueIn(["runs", "--url", "http"], "url", grammar)).toBeUndefined();
});

it("arguments are completed wherever options are between them", async () => {
  expect(await offered("start", "")).toEqual(["a workflow"]);
  expect(await offered("--profile", "ci", "runs", "--json", "get", "")).toEqual(["a run"]);
  expect(await offered("runs", "get", "1", "")).toEqual([]);
  expect(await offered("completion", "z")).toEqual(["zsh"]);
});
