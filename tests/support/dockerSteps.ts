// Executes the steps of a Dockerfile without Docker: each stage is a folder, and its paths are below that folder. It
// knows the instructions that ours uses, and throws for any other.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";
import { registrySettings } from "./registry";

export interface Image {
  /** The image from which the last stage begins. */
  from: string;
  /** The folder that holds the files of the last stage. */
  root: string;
  environment: Record<string, string>;
  workingDirectory: string;
  command: string[];
  healthCheck: string[];
  user: string;
}

/** `folder` receives the stages. Files come from the checkout, as far as .dockerignore lets them into the image. */
export function executeDockerfile(folder: string, mayCopy: (file: string) => boolean): Image {
  const stages = new Map<string, string>();
  let image = emptyImage("", path.join(folder, "0"));
  for (const [instruction, rest] of instructions()) {
    switch (instruction) {
      case "FROM": {
        image = emptyImage(rest.replace(/ AS \w+$/, ""), path.join(folder, String(stages.size)));
        stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? "last", image.root);
        break;
      }
      case "WORKDIR":
        image.workingDirectory = rest;
        mkdirSync(path.join(image.root, rest), { recursive: true });
        break;
      case "ENV":
        for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) image.environment[name] = value;
        break;
      case "COPY":
        copy(rest, image, stages, mayCopy);
        break;
      case "RUN":
        // The folder of the data is made by the caller, because a path from / would be one of this machine.
        if (!rest.startsWith("install -d")) run(rest, image);
        break;
      case "USER":
        image.user = rest;
        break;
      case "CMD":
        image.command = JSON.parse(rest) as string[];
        break;
      case "HEALTHCHECK":
        image.healthCheck = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
        break;
      case "VOLUME":
      case "EXPOSE":
      case "STOPSIGNAL":
        break;
      default:
        throw new Error(`Dockerfile has ${instruction}, which this test does not know.`);
    }
  }
  return image;
}

function emptyImage(from: string, root: string): Image {
  mkdirSync(root, { recursive: true });
  return { from, root, environment: {}, workingDirectory: "/", command: [], healthCheck: [], user: "root" };
}

function instructions(): [string, string][] {
  const text = readFileSync(path.join(rootDirectory, "Dockerfile"), "utf8").replaceAll("\\\n", " ");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1).trim()]);
}

function copy(
  rest: string,
  { root, workingDirectory }: Image,
  stages: Map<string, string>,
  mayCopy: (file: string) => boolean,
): void {
  const [, stage, names = ""] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
  const sources = names.split(/\s+/);
  const target = path.join(root, path.resolve(workingDirectory, sources.pop() ?? ""));
  if (stage !== undefined) {
    const from = path.join(stages.get(stage) ?? "", sources[0] ?? "");
    return cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  for (const source of sources) {
    const from = path.join(rootDirectory, source);
    if (!existsSync(from)) throw new Error(`COPY ${source}: there is no such file.`);
    const to = rest.trim().endsWith("./") ? path.join(target, source) : target;
    cpSync(from, to, { recursive: true, filter: (file) => mayCopy(path.relative(rootDirectory, file)) });
  }
}

function run(command: string, { root, workingDirectory, environment }: Image): void {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: path.join(root, workingDirectory),
    encoding: "utf8",
    env: {
      ...registrySettings(),
      HOME: root,
      npm_config_prefer_offline: "true",
      PATH: `${path.dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
      ...environment,
    },
  });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}\n${stderr}`);
}
