// What an agent can do in bubblewrap, tried with real processes of a runner of root and of an ordinary user.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findProcesses } from "../src/agents/process/processes";
import { isTried, machineFor, users } from "./isolated";
import { Listeners } from "./listeners";
import { withArgument } from "./processes";

describe.skipIf(!isTried).each(users)("bubblewrap of $name", (user) => {
  const machine = machineFor(user);

  /** Names the attempts that work. */
  function working(attempts: Record<string, string>): string[] {
    const lines = Object.entries(attempts).map(
      ([name, attempt]) => `(${attempt}) </dev/null >/dev/null 2>&1 && echo "${name}"`,
    );
    const output = machine().inside(`${lines.join("\n")}\necho end`);
    expect(output).toMatch(/end\n$/);
    return output.split("\n").filter((name) => name !== "" && name !== "end");
  }

  it("refuses what reaches the key rings of the runner's user", () => {
    // `keyctl(KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 1)`, by the number that the processor has for it.
    const keyctl = process.arch === "arm64" ? 219 : 250;
    const others = process.arch === "arm64" ? [217, 218, 241, 280, 282] : [248, 249, 298, 321, 323, 0x40000000 + 250];
    const perl = (number: number) => `perl -e '$! = 0; syscall(${number}, 0, -3, 1, 0, 0); print $! + 0, "\\n"'`;
    expect(machine().inside([keyctl, ...others].map(perl).join(";"))).toBe("1\n".repeat(others.length + 1));
    expect(execFileSync("/bin/sh", ["-c", perl(keyctl)]).toString()).toBe("0\n");
  });

  it.each(["bubblewrap", "none"] as const)(
    "gives, as %s, no file that the runner's parent has left open",
    (isolation) => {
      const readsAll = "for file in /proc/self/fd/*; do readlink $file; cat <$file; done";
      const { output, refused } = machine().run(["/bin/sh", "-c", `(${readsAll}) </dev/null; echo end`], { isolation });
      expect(refused).toBeNull();
      expect(output).toMatch(/end\n$/);
      expect(output).not.toMatch(/left.open/);
    },
  );

  it("lets the agent work and commit in its worktree", () => {
    const commit = "git -c user.name=A -c user.email=a@b.invalid commit --quiet -m Done";
    const output = machine().inside(`echo new >a.txt && git add a.txt && ${commit} && git log --format=%s && pwd`);
    expect(output).toBe(`Done\nBegin\n${machine().worktree}\n`);
  });

  it("shows nothing of the machine but its programs and their settings", () => {
    const programs = "bin dev etc lib lib32 lib64 libx32 nix opt proc sbin usr".split(" ");
    const [aboveFolder] = machine().folder.split("/").slice(1);
    const shownPlaces = [machine().worktree, machine().mirror];
    const isOther = (file: string) => file !== "" && !shownPlaces.some((place) => file.startsWith(place));
    const resolver = execFileSync("realpath", ["/etc/resolv.conf"]).toString().trim();
    const runs = resolver.startsWith("/run/") ? ["run"] : [];
    // Node is a program, too, wherever it is installed. Nothing else is shown in the folders that lead there.
    const beforeNode = process.execPath
      .split("/")
      .slice(1, 2)
      .filter((name) => !programs.includes(name));
    const packages = process.execPath.replace(/(\/node_modules)\/.*/, "$1");
    const besideNode = beforeNode.map((name) => `find /${name} ! -type d ! -path '${packages}/*'`);
    expect(besideNode.flatMap((find) => machine().inside(`${find}; true`).split("\n").filter(isOther))).toEqual([]);
    const known = new Set([...programs, aboveFolder, "tmp", ...runs, ...beforeNode]);
    const shown = machine().inside("ls -A /").trim().split("\n");
    expect(shown.filter((name) => !known.has(name))).toEqual([]);
    const files = machine().inside("find /run /tmp ! -type d 2>/dev/null; true").trim().split("\n");
    const isNodes = (file: string) => file.startsWith(`${packages}/`);
    expect(files.filter((file) => file !== resolver && !isNodes(file) && isOther(file))).toEqual([]);
    expect(working({ home: `cat ${machine().home}/secret`, outside: `cat ${machine().folder}/outside` })).toEqual([]);
  });

  it("shows what is named, read-only or writable", () => {
    const outside = path.join(machine().folder, "outside");
    const reading = `cat ${outside}; (echo x >${outside}) 2>/dev/null || echo refused`;
    expect(machine().inside(reading, { readable: [outside] })).toBe("keptrefused\n");
    machine().inside(`echo changed >${outside}`, { writable: [outside] });
    expect(readFileSync(outside, "utf8")).toBe("changed\n");
  });

  it("has no right to change the machine", () => {
    const attempts = {
      capability: "grep -v '0000000000000000$' /proc/self/status | grep ^Cap",
      "remount of /etc": "mount -o remount,rw,bind /etc",
      "remount of /usr": "mount -o remount,rw,bind /usr",
      unmount: "umount /etc/shadow || umount -l /proc",
      "mount of the disk": "mount -t tmpfs none /mnt",
      "write to /etc": "test -w /etc || touch /etc/switchyard-evil",
      "write to /usr": "test -w /usr || touch /usr/switchyard-evil",
      "write to the kernel's settings": "cat /proc/sys/kernel/core_pattern >/proc/sys/kernel/core_pattern",
      "another user": "setpriv --reuid 1 true || su -c true",
      "a new namespace with rights": `unshare --user --map-root-user --mount mount -o remount,rw,bind /etc`,
      "the disks": "ls /dev | grep -E '^(sd|vd|nvme|loop|mem|kmsg)'",
      "the kernel's tree": "ls /sys/kernel",
    };
    expect(working(attempts)).toEqual([]);
  });

  it("hides the system's files that not everybody may read", () => {
    const secrets = ["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/ssl/private"].filter((file) =>
      existsSync(file),
    );
    expect(secrets.length).toBeGreaterThan(0);
    const attempts = Object.fromEntries(
      secrets.map((file) => [file, `head -c 1 ${file} | grep . || ls -A ${file}/ | grep .`]),
    );
    expect(working(attempts)).toEqual([]);
    // What everybody may read is there.
    expect(working({ passwd: "grep nobody /etc/passwd" })).toEqual(["passwd"]);
  });

  it("gives no byte of the mirror that the agent could change, and shows its objects only", () => {
    const { mirror } = machine();
    const object = readdirSync(path.join(mirror, "objects")).find((name) => name.length === 2) ?? "";
    const attempts = [
      `echo x >${mirror}/objects/info/alternates`,
      `echo x >${mirror}/objects/${object}/x`,
      `rm -rf ${mirror}/objects/${object}`,
      `mv ${mirror}/objects ${mirror}/other`,
      `cat ${mirror}/HEAD`,
    ];
    const before = readdirSync(mirror, { recursive: true });
    const settings = readFileSync(path.join(mirror, "config"), "utf8");
    expect(working(Object.fromEntries(attempts.map((attempt) => [attempt, attempt])))).toEqual([]);
    // Beside the objects there is an empty folder, which goes with the agent.
    machine().inside(`echo '[core]' >${mirror}/config; mkdir -p ${mirror}/hooks; true`);
    expect(readdirSync(mirror, { recursive: true })).toEqual(before);
    expect(readFileSync(path.join(mirror, "config"), "utf8")).toBe(settings);
  });

  it("shows no other process, and no network where there is none", () => {
    expect(Number(machine().inside("ls /proc | grep -c '^[0-9]*$'"))).toBeLessThan(8);
    expect(machine().inside("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '")).toBe("lo\n");
  });

  it("has the loopback address of the machine with its network only, and never a socket of the machine", async () => {
    const listeners = await Listeners.in(machine().folder);
    const reached = (network: "host" | "none") =>
      listeners.kinds.filter((kind) => {
        const settings = { readable: [], writable: [], network, dockerImage: null };
        const { output, refused } = machine().run(listeners.connecting(kind), { settings });
        expect([refused, output]).toEqual([null, expect.stringMatching(/^(connected|E[A-Z]+)$/)]);
        return output === "connected";
      });
    try {
      expect(reached("host")).toEqual(["loopback", "abstract socket"]);
      expect(reached("none")).toEqual([]);
    } finally {
      await listeners.end();
    }
  });

  it("keeps nothing for the next agent but what is in its worktree, and so the settings of that git", () => {
    const left = "echo x | tee /tmp/left $HOME/left; git config --global a.user x; git config a.own x; echo x >left";
    expect(machine().inside(left)).toBe("x\n");
    const found = "cat /tmp/left $HOME/left left 2>/dev/null; git config a.user; git config a.own; true";
    expect(machine().inside(found)).toBe("x\nx\n");
    expect(existsSync(path.join(machine().home, "left"))).toBe(false);
    expect(existsSync(path.join(machine().home, ".gitconfig"))).toBe(false);
    expect(readFileSync(path.join(machine().mirror, "config"), "utf8")).not.toContain("own");
  });

  it("has the variables of the runner in no process and no file that it sees", () => {
    const runnerEnv = { JOB_CALLBACK_SECRET: "whisper-9" };
    const command = ["/bin/sh", "-c", "cat /proc/[0-9]*/environ; grep -rsa whisper /tmp /run $HOME; echo end"];
    const { output } = machine().run(command, {}, runnerEnv);
    expect(output).toMatch(/end\n$/);
    expect(output).not.toContain("whisper-9");
  });

  it("leaves no process behind, not even one of a session without its environment", async () => {
    const seconds = `${user.uid + 1000}.${process.pid}`;
    const leaving = `env -i setsid sleep ${seconds} & while ! grep -a ${seconds} /proc/[0-9]*/cmdline; do :; done`;
    expect(machine().inside(leaving)).toContain("sleep");
    expect(withArgument(seconds)).toEqual([]);
    expect(await findProcesses(null, machine().worktree)).toEqual([]);
  });

  it("is not left by a worktree whose name is a link", () => {
    const alias = path.join(machine().folder, "alias");
    symlinkSync(machine().worktree, alias);
    const { worktree } = machine();
    machine().worktree = alias;
    writeFileSync(path.join(alias, "a.txt"), "a");
    expect(machine().inside("cat a.txt && echo b >b.txt && pwd")).toBe(`a${alias}\n`);
    expect(machine().inside("cat b.txt")).toBe("b\n");
    machine().worktree = worktree;
  });

  describe("of a project that sets variables", () => {
    /** A program that says that it ran, where a project could want it to be found. */
    function planted(name: string): string {
      const bin = path.join(machine().worktree, "bin");
      mkdirSync(bin, { recursive: true });
      const ran = path.join(machine().folder, "ran");
      writeFileSync(ran, "");
      chmodSync(ran, 0o666);
      writeFileSync(path.join(bin, name), `#!/bin/sh\necho ${name} >>${ran}\nexec /usr/bin/${name} "$@"\n`, {
        mode: 0o755,
      });
      return ran;
    }

    it("starts no program of the worktree outside", () => {
      const ran = ["bwrap", "find", "sh", "git", "cat", "env"].map(planted);
      for (const parts of ["bin", path.join(machine().worktree, "bin")]) {
        expect(machine().inside("echo here", {}, { PATH: `${parts}:/usr/bin:/bin` })).toBe("here\n");
      }
      expect(ran.map((file) => readFileSync(file, "utf8")).join("")).toBe("");
    });

    it("finds the isolating program not even by a relative part of the runner's own search path", () => {
      const ran = planted("bwrap");
      const { output } = machine().run(
        ["/bin/sh", "-c", "echo here"],
        {},
        { PATH: `bin:.:${process.env["PATH"] ?? ""}` },
      );
      expect(output).toBe("here\n");
      expect(readFileSync(ran, "utf8")).toBe("");
    });

    it("loads nothing into what isolates, and hands all values over as they are", () => {
      // The loader complains about a library that it does not find, in every program that it starts.
      const env = { LD_PRELOAD: "./evil.so", ENV: "./evil.sh", "odd.name": "1", LINES_: "a\n'b' $HOME \\ ż", IFS: "x" };
      const { output } = machine().run(["env"], { env });
      expect(output.match(/^ERROR: ld\.so.*evil\.so/gm)).toHaveLength(1);
      for (const [name, value] of Object.entries(env)) expect(output).toContain(`${name}=${value}\n`);
    });

    it("shows no value in the list of processes", () => {
      const command = `ps ax -o args 2>/dev/null || cat /proc/[0-9]*/cmdline`;
      const { output } = machine().run(["/bin/sh", "-c", command], { isolation: "none", env: { TOLD: "whisper-7" } });
      expect(output).toContain("sh -c");
      expect(output).not.toContain("whisper");
    });

    it("sees no folder of the machine because its search path names it", () => {
      const own = path.join(machine().home, "own");
      mkdirSync(own);
      writeFileSync(path.join(own, "tool"), "#!/bin/sh\necho ran\n", { mode: 0o755 });
      const { output, refused } = machine().run(["tool"], { env: { PATH: `${own}:/usr/bin:/bin` } });
      expect(output).toBe("");
      expect(refused).toMatch(/bubblewrap, and there .*\/own\/tool is not visible\. Name its folder in `readable`/);
    });
  });

  describe("of an agent below the home", () => {
    it("shows the program, its packages and its Node, and nothing beside them", () => {
      const prefix = path.join(machine().home, ".nvm/versions/node/v20");
      const pack = path.join(prefix, "lib/node_modules/agent");
      mkdirSync(path.join(prefix, "bin"), { recursive: true });
      mkdirSync(pack, { recursive: true });
      cpSync(process.execPath, path.join(prefix, "bin/node"), { dereference: true });
      writeFileSync(path.join(pack, "cli.js"), `#!/usr/bin/env node\nconsole.log(require("./words.json"))`, {
        mode: 0o755,
      });
      writeFileSync(path.join(pack, "words.json"), '"works"');
      symlinkSync("../lib/node_modules/agent/cli.js", path.join(prefix, "bin/agent"));
      const local = path.join(machine().home, ".local");
      mkdirSync(path.join(local, "share/keyrings"), { recursive: true });
      mkdirSync(path.join(local, "bin"));
      writeFileSync(path.join(local, "share/keyrings/key"), "secret");
      writeFileSync(path.join(local, "share/tool-1"), "#!/bin/sh\nls -A $HOME/.local/*\n", { mode: 0o755 });
      symlinkSync("../share/tool-1", path.join(local, "bin/tool"));
      const PATH = `${prefix}/bin:${local}/bin:/usr/bin:/bin`;
      expect(machine().run(["agent"], {}, { PATH }).output).toBe("works\n");
      const { output } = machine().run(["tool"], {}, { PATH });
      expect(output.split(/\s+/)).toEqual(expect.arrayContaining(["tool", "tool-1"]));
      expect(output).not.toContain("keyrings");
    });
  });

  it("is what `auto` chooses, and the start says so", () => {
    expect(machine().run(["true"], { isolation: "auto" }).chosen.reach).toMatch(
      /^Agents run in bubblewrap: they see the system's/,
    );
    const without = machine().run(
      ["true"],
      { isolation: "auto" },
      { PATH: path.dirname(process.execPath) + "-no:/bin-no" },
    );
    expect(without.chosen.reach).toMatch(
      /^Agents run without isolation: they can do everything that user .* can\. .*[Ii]nstall/,
    );
  });
});
