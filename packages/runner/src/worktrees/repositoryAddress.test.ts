import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { writablePlaces } from "../agents/writablePlaces";
import { git } from "../git/git";
import { namesOf } from "../git/mirror";
import { requireAllowedAddress } from "./repositoryAddress";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "switchyard-address-")));
const at = (name: string) => path.join(folder, name);
for (const name of [
  "srv/shop.git/hooks",
  "srv/shop.git/objects",
  "srv/runner/repositories/a.git",
  "other.git",
  "srv-2",
])
  mkdirSync(at(name), { recursive: true });
symlinkSync(at("other.git"), at("srv/link.git"));
symlinkSync(at("srv"), at("alias"));
afterAll(() => rmSync(folder, { recursive: true }));

const local = { repositories: [at("srv")], own: at("srv/runner"), writable: [] };

describe("the address of a repository", () => {
  it.each(["https://a.example/b.git", "http://127.0.0.1:1/b", "ssh://git@a.example/b", "git@a.example:b/c.git"])(
    "%s is used as it is",
    async (url) => expect(await requireAllowedAddress(url, local)).toBe(url),
  );

  it("on this machine is taken below a folder that the configuration names", async () => {
    for (const url of [at("srv/shop.git"), `file://${at("srv/shop.git")}`, at("alias/shop.git")]) {
      expect(await requireAllowedAddress(url, local)).toBe(at("srv/shop.git"));
    }
  });

  it.each([
    at("other.git"),
    at("srv-2"),
    at("srv/link.git"),
    at("srv/../other.git"),
    at("srv/runner/repositories/a.git"),
    `file://${at("other.git")}`,
    `FILE://${at("other.git")}`,
    "srv/shop.git",
    "./srv/shop.git",
    "~/shop.git",
    "/",
  ])("on this machine is refused elsewhere: %s", async (url) => {
    await expect(requireAllowedAddress(url, local)).rejects.toThrow(
      /does not use .* as a repository.*localRepositories/,
    );
  });

  it("on this machine is said to be missing only below a folder that the configuration names", async () => {
    for (const url of [at("srv/missing.git"), at("srv/a/b/missing.git"), at("alias/missing.git")]) {
      await expect(requireAllowedAddress(url, local)).rejects.toThrow(`There is no folder ${url}`);
    }
    for (const url of [at("missing.git"), at("srv/link.git/missing"), at("srv/runner/missing"), at("srv/../missing")]) {
      await expect(requireAllowedAddress(url, local)).rejects.toThrow("localRepositories");
    }
  });

  it.each([at("srv"), at("srv/shop.git"), at("srv/shop.git/hooks"), at("alias/shop.git/objects"), at("alias")])(
    "on this machine is refused where agents may change it or a part of it: %s",
    async (writable) => {
      const asked = requireAllowedAddress(at("srv/shop.git"), { ...local, writable: [at("other.git"), writable] });
      await expect(asked).rejects.toThrow(`agents may change ${writable}. Take that out of \`writable\``);
    },
  );

  it("on this machine is refused where the configuration names nothing", async () => {
    const none = { ...local, repositories: [] };
    await expect(requireAllowedAddress(at("srv/shop.git"), none)).rejects.toThrow("localRepositories");
  });

  it.each(["ext::sh -c true", "fd::3", "--upload-pack=x", "ftp://a.example/b", "file://host/b"])(
    "is refused where it has another form: %s",
    async (url) => await expect(requireAllowedAddress(url, local)).rejects.toThrow(/is not one|does not fetch/),
  );

  it("leads git to no program, no matter who names it", async () => {
    const asked = git(["ls-remote", "ext::sh -c true"], namesOf(folder));
    await expect(asked).rejects.toThrow("transport 'ext' not allowed");
  });
});

describe("what isolated programs may change", () => {
  it("is what the configuration names for each of them, and the folders of a preset", () => {
    const agents = {
      claude: { kind: "acp", preset: "claude-code", writable: ["/a"] },
      shell: { kind: "command", command: ["sh"], writable: ["/b"] },
      demo: { kind: "demo" },
    };
    const others = { gates: { writable: ["/c"] }, setup: { writable: ["/d"] }, devServer: { writable: ["/e"] } };
    vi.stubEnv("HOME", "/home/ada");
    expect(writablePlaces({ agents, ...others })).toEqual([
      "/home/ada/.claude",
      "/home/ada/.claude.json",
      "/a",
      "/b",
      "/c",
      "/d",
      "/e",
    ]);
    vi.unstubAllEnvs();
  });

  it("is nothing where nothing is configured", () => {
    expect(writablePlaces({ agents: {}, gates: {} })).toEqual([]);
  });
});
