// What an agent can do without isolation. docs/isolation.md promises nothing there, and says what is open: these tests
// are the proof, so that the document changes when the code does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { killProcess } from "../src/agents/process/processes";
import { machineFor, users } from "./isolated";
import { Listeners } from "./listeners";
import { withArgument } from "./processes";

describe.each(users)("without isolation an agent of $name", (user) => {
  const machine = machineFor(user);
  const asUser = process.getuid?.() === 0 ? { uid: user.uid, gid: user.gid } : {};

  const inside = (script: string): string => {
    const { output, refused } = machine().run(["/bin/sh", "-c", script], { isolation: "none" });
    expect(refused).toBeNull();
    return output;
  };

  it("reads every file of its user: the home, other worktrees and repositories, the runner's folder", () => {
    const files = [
      path.join(machine().home, "secret"),
      path.join(machine().folder, "outside"),
      path.join(machine().runner, "worktrees/run-2/private"),
      path.join(machine().runner, "repositories/other.git/config"),
    ];
    for (const file of files.slice(2)) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, "secret");
    }
    expect(inside(`cat ${files.join(" ")}`)).toBe("of the runnerkeptsecretsecret");
    expect(inside("head -n 1 /etc/passwd")).toMatch(/^root:/);
  });

  it("writes every file of its user, and each stays: the home, the mirror, the settings of git for all", () => {
    const { home, mirror, folder } = machine();
    const object = path.join(mirror, "objects/evil");
    inside(`echo new >>${folder}/outside; echo x >${object}; git config --global user.name Evil`);
    inside(`git -C ${mirror} update-ref refs/heads/other main; git -C ${mirror} config core.pager evil`);
    expect(readFileSync(path.join(folder, "outside"), "utf8")).toBe("keptnew\n");
    expect(existsSync(object)).toBe(true);
    expect(readFileSync(path.join(home, ".gitconfig"), "utf8")).toContain("name = Evil");
    expect(readFileSync(path.join(mirror, "config"), "utf8")).toContain("pager = evil");
    expect(inside(`git -C ${mirror} for-each-ref --format='%(refname)' refs/heads/other`)).toBe("refs/heads/other\n");
  });

  it("keeps the rights of its user, and gets no others", () => {
    const rights = readFileSync("/proc/self/status", "utf8").match(/^CapEff:\t(\w+)$/m)?.[1];
    expect(inside("id -u; grep CapEff /proc/self/status")).toBe(
      `${user.uid}\nCapEff:\t${user.uid === 0 ? rights : "0000000000000000"}\n`,
    );
  });

  it("sees and ends the other processes of its user, and reads their variables", async () => {
    const other = spawn("sleep", ["86400"], { stdio: "ignore", env: { OF_ANOTHER: "whisper" }, ...asUser });
    await once(other, "spawn");
    const ended = once(other, "exit");
    expect(inside(`tr '\\0' '\\n' </proc/${other.pid}/environ; kill -9 ${other.pid}`)).toBe("OF_ANOTHER=whisper\n");
    expect(await ended).toEqual([null, "SIGKILL"]);
  });

  it("has the network of the machine: what listens on the loopback address, and every socket of its user", async () => {
    const listeners = await Listeners.in(machine().folder);
    try {
      for (const kind of listeners.kinds) {
        const { output } = machine().run(listeners.connecting(kind), { isolation: "none" });
        expect([kind, output]).toEqual([kind, "connected"]);
      }
    } finally {
      await listeners.end();
    }
  });

  it("leaves a process behind by leaving its group with an empty environment, and no other", async () => {
    const [found, missed] = [`86400.${process.pid}`, `86401.${process.pid}`];
    // What is started this way keeps its number, so the shell knows when it has become the program.
    const start = (how: string, seconds: string) =>
      `${how} sleep ${seconds} >/dev/null 2>&1 & until tr '\\0' ' ' </proc/$!/cmdline | grep -q '^sleep'; do :; done`;
    inside([start("", found), start("setsid", found), start("env -i setsid", missed)].join("\n"));
    try {
      expect(withArgument(found)).toEqual([]);
      expect(withArgument(missed)).toHaveLength(1);
    } finally {
      for (const id of withArgument(missed)) killProcess(Number(id));
    }
  });
});
