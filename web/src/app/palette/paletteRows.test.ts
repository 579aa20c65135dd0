import { expect, it } from "vitest";
import type { Command } from "../../shortcuts/commands";
import { commandGroups, matchingCommands, recentFirst, recentRows } from "./paletteRows";

const run = (): void => undefined;
const command = (group: string, title: string, more: Partial<Command> = {}): Command => ({
  group,
  title,
  run,
  ...more,
});

const commands = [
  command("Runs", "Restart the run"),
  command("Go to", "Runs", { keys: "g r" }),
  command("Everywhere", "Start a run", { keys: "c" }),
  command("Dialog", "Send", { isInDialog: true }),
  command("Go to", "Runs", { keys: "twice" }),
];

const titlesOf = (text: string) => matchingCommands(commands, text).rows.map(({ title }) => title);

it("finds commands that have every word, in any order, those that begin with the text first", () => {
  expect(titlesOf("ru")).toEqual(["Runs", "Restart the run", "Start a run"]);
  expect(titlesOf("run start")).toEqual(["Restart the run", "Start a run"]);
  expect(titlesOf("go RUNS")).toEqual(["Runs"]);
  expect(titlesOf("send")).toEqual([]);
});

it("lists each command once, as its page registered it, and at most eight of those that match", () => {
  const groups = commandGroups(commands);
  expect(groups.map(({ label, rows }) => [label, rows.length])).toEqual([
    ["Runs", 1],
    ["Go to", 1],
    ["Everywhere", 1],
  ]);
  expect(groups[1]!.rows[0]!.keys).toBe("g r");
  const many = Array.from({ length: 20 }, (_, at) => command("Go to", `Page ${at}`));
  expect(matchingCommands(many, "page").rows).toHaveLength(8);
  expect(commandGroups(many)[0]!.rows).toHaveLength(20);
});

const page = (path: string) => ({ path, title: path, list: "Runs" });

it("shows recent pages of one's projects alone, without the one that is shown", () => {
  const recent = [page("/p/shop/runs/2"), page("/p/gone/runs/1"), page("/p/other/runs/3"), page("/p/shop/runs/1")];
  const projects = new Map([
    ["shop", "Shop"],
    ["other", "Other"],
  ]);
  expect(recentRows(recent, "/p/shop/runs/2", projects).map(({ key, note }) => [key, note])).toEqual([
    ["/p/other/runs/3", "Runs, Other"],
    ["/p/shop/runs/1", "Runs"],
  ]);
});

it("brings what was open lately to the front, and leaves the order of the others", () => {
  const rows = ["/a", "/b", "/c", "/d"].map((key) => ({ key, title: key, does: { href: key } }));
  const sorted = recentFirst(rows, [page("/d"), page("/x"), page("/b")]);
  expect(sorted.map(({ key }) => key)).toEqual(["/d", "/b", "/a", "/c"]);
});
