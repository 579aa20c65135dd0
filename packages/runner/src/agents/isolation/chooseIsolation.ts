// Finds at the start of the runner what will stand between agents and this machine, and says it.
import { userInfo, homedir } from "node:os";
import { realpathSync } from "node:fs";
import { ConfigurationError } from "../../errors/configurationError";
import { findOwnProgram } from "../process/findProgram";
import { tryBubblewrap } from "./bubblewrap";
import type { Bubblewrap, Isolation, WantedIsolation } from "./contract";
import { dockerAnswers } from "./docker";

interface Wish {
  isolation: WantedIsolation;
  /** Folders of the runner that no agent sees. */
  folders: readonly string[];
  /** Whether all programs that the configuration names have an image for docker. */
  haveImages: boolean;
  /** The places in the configuration of programs that must not have the network of the machine. */
  cutOff: readonly string[];
}

export interface Chosen {
  isolation: Isolation;
  /** What agents can reach, in one line. */
  reach: string;
}

/** Throws ConfigurationError where the configuration names something that this machine does not have. */
export async function chooseIsolation(wish: Wish): Promise<Chosen> {
  const found = await wanted(wish);
  const [place] = wish.cutOff;
  if (found.isolation.kind !== "none" || place === undefined) return found;
  const advice = "Install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap), or take that line out.";
  throw new ConfigurationError(`${place}.network is "none", but without isolation it has the network. ${advice}`);
}

async function wanted(wish: Wish): Promise<Chosen> {
  switch (wish.isolation) {
    case "auto":
      return await best(wish);
    case "bubblewrap":
      return chosen(orFault(await bubblewrap(wish)));
    case "docker":
      return chosen(orFault(await docker()));
    case "none":
      return chosen({ kind: "none" });
  }
}

/** A string says why it cannot be. */
async function best(wish: Wish): Promise<Chosen> {
  const boxed = await bubblewrap(wish);
  if (typeof boxed !== "string") return chosen(boxed);
  const contained = wish.haveImages ? await docker() : "";
  if (typeof contained !== "string") return chosen(contained);
  return chosen({ kind: "none" }, process.platform === "linux" ? boxed : "");
}

async function bubblewrap({ folders }: Wish): Promise<Bubblewrap | string> {
  const program = await findOwnProgram("bwrap");
  if (program === null)
    return "The program bwrap was not found. Install it (Debian, Ubuntu: apt-get install bubblewrap).";
  const tried = await tryBubblewrap(program, [...homes(), ...folders].flatMap(alsoReal));
  return typeof tried === "string" ? `${program} does not work here: ${tried}.` : tried;
}

/** A service's user may have its home below /opt, and HOME may name another one. */
function homes(): string[] {
  return [...new Set([homedir(), userInfo().homedir])].filter((home) => home.startsWith("/") && home !== "/");
}

function alsoReal(folder: string): string[] {
  try {
    return [...new Set([folder, realpathSync(folder)])];
  } catch {
    return [];
  }
}

async function docker(): Promise<Isolation | string> {
  const program = await findOwnProgram("docker");
  if (program === null) return "The program docker was not found. Install it.";
  if (!(await dockerAnswers(program))) return "The daemon of docker does not answer. Start it.";
  return { kind: "docker", program };
}

function orFault<Found>(found: Found | string): Found {
  if (typeof found !== "string") return found;
  throw new ConfigurationError(`${found} Or set another isolation: docs/isolation.md says what each protects.`);
}

function chosen(isolation: Isolation, advice = ""): Chosen {
  return { isolation, reach: `${reachOf(isolation)} ${advice}`.trim() };
}

function reachOf({ kind }: Isolation): string {
  const network = "the network unless it is switched off";
  switch (kind) {
    case "bubblewrap":
      return `Agents run in bubblewrap: they see the system's programs, their worktree, what the configuration names, and ${network}.`;
    case "docker":
      return `Agents run in docker: they see their image, their worktree, what the configuration names, and ${network}.`;
    case "none":
      return `Agents run without isolation: they can do everything that user ${userInfo().username} can.`;
  }
}
