// From the words that a person has typed to the exit code: finds the command, checks what it is given, and says in
// plain words what went wrong. The parser is made of the rows of the commands.
import { Command as Parser, CommanderError, InvalidArgumentError, Option } from "commander";
import { Switchyard } from "../../client/src/index";
import type { SwitchyardOptions } from "../../client/src/index";
import { commands, groups } from "./commands/all";
import { chooseDeployment } from "./config/deployment";
import { keyIn } from "./config/key";
import { profilesFile, readProfiles } from "./config/profiles";
import { usageOf } from "./frame/command";
import type { ArgumentRow, Command, OptionRow, Values } from "./frame/command";
import { commonOptions } from "./frame/commonOptions";
import type { Context, Environment } from "./frame/context";
import { explain } from "./frame/explain";
import { exitCodes, Failure } from "./frame/failure";
import type { Ending } from "./frame/failure";
import { Terminal } from "./terminal/terminal";
import type { Streams } from "./terminal/terminal";
import { version } from "./version";

type Fetch = NonNullable<SwitchyardOptions["fetch"]>;

export interface Surroundings {
  environment: Environment;
  streams: Streams;
  /** Aborts when the person presses Ctrl-C. */
  signal: AbortSignal;
  /** Instead of that of Node. */
  fetch?: Fetch;
}

/** Runs the command line, and returns its exit code. */
export async function runProgram(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const terminal = new Terminal(surroundings.streams, surroundings.environment);
  const isJson = words.includes("--json");
  const reached: Reached = { url: "the service" };
  try {
    return exitCodes[await parseAndRun(words, terminal, surroundings, reached)];
  } catch (error) {
    return exitCodes[explain(error, terminal, { isJson, url: reached.url, environment: surroundings.environment })];
  }
}

/** The service that the command has talked to, for what is said when it cannot be reached. */
interface Reached {
  url: string;
}

/** A command that waits for what a person types does not notice the signal. */
async function unlessInterrupted(signal: AbortSignal, work: Promise<Ending>): Promise<Ending> {
  const interrupted = new Promise<Ending>((resolve) => {
    signal.addEventListener("abort", () => resolve("interrupted"), { once: true });
  });
  return await Promise.race([work, interrupted]);
}

async function parseAndRun(
  words: readonly string[],
  terminal: Terminal,
  surroundings: Surroundings,
  reached: Reached,
): Promise<Ending> {
  let ending: Ending = "ok";
  const program = parserOf(terminal, async (row, values, common) => {
    const context = contextOf(terminal, common, surroundings, reached);
    const work = row.run(context, values).then((ended) => ended ?? "ok");
    ending = await (row.endsItself === true ? work : unlessInterrupted(surroundings.signal, work));
  });
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The parser has printed the help, or what is wrong.
    return error.exitCode === 0 ? "ok" : "usage";
  }
  return ending;
}

interface Common {
  url: string | undefined;
  profile: string | undefined;
  json: boolean;
}

type Run = (row: Command, values: Values, common: Common) => Promise<void>;

/** The parser of all commands, which also writes their help. */
function parserOf(terminal: Terminal, run: Run): Parser {
  const program = withManners(new Parser("switchyard"), terminal)
    .description("The command line of Switchyard: start runs of coding agents, watch them, and answer what they ask.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command");
  for (const [name, row] of Object.entries(commonOptions)) program.addOption(optionOf(name, row));
  for (const row of commands) {
    const parser = withManners(
      parentOf(program, row, terminal).command(lastWord(row), { hidden: row.isHidden === true }),
      terminal,
    );
    addTo(parser, row, run);
  }
  return program;
}

function withManners(parser: Parser, terminal: Terminal): Parser {
  const write = (print: (text: string) => void) => (text: string) => print(text.replace(/\n$/, ""));
  return parser
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError(`Use --help to read how it is used.`)
    .configureHelp({
      showGlobalOptions: true,
      helpWidth: Math.min(100, Number.isFinite(terminal.width) ? terminal.width : 100),
    })
    .configureOutput({
      writeOut: write((text) => terminal.printPage(text)),
      writeErr: write((text) => terminal.notePage(text)),
      outputError: (text, print) => print(text.replace(/^error: /, "switchyard: ")),
    });
}

/** The group of `runs list` is `runs`, which prints its help when it is called alone. */
function parentOf(program: Parser, { name }: Command, terminal: Terminal): Parser {
  const [group, ...rest] = name.split(" ");
  if (rest.length === 0 || group === undefined) return program;
  const known = program.commands.find((parser) => parser.name() === group);
  if (known !== undefined) return known;
  return withManners(program.command(group), terminal)
    .description(groups[group] ?? "")
    .helpCommand(false);
}

function lastWord({ name }: Command): string {
  return name.split(" ").at(-1) ?? name;
}

function addTo(parser: Parser, row: Command, run: Run): void {
  parser.summary(row.about).description(row.details === undefined ? `${row.about}.` : `${row.about}. ${row.details}`);
  for (const [name, argument] of Object.entries(row.arguments)) addArgument(parser, name, argument);
  for (const [name, option] of Object.entries(row.options)) parser.addOption(optionOf(name, option));
  if (row.readsWords === true) parser.allowUnknownOption().allowExcessArguments().helpOption(false);
  parser.addHelpText("after", examplesOf(row));
  parser.action(async () => {
    const given: Record<string, unknown> = parser.optsWithGlobals();
    const { url, profile, json } = given;
    const common = { url: textOrNothing(url), profile: textOrNothing(profile), json: json === true };
    const values = { args: argumentsOf(row, parser.processedArgs), options: optionsOf(row, given), words: parser.args };
    await run(row, values, common);
  });
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function argumentsOf(row: Command, given: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(Object.keys(row.arguments).map((name, at) => [name, given[at]]));
}

/** A flag that was not typed is false. */
function optionsOf(row: Command, given: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row.options);
  return Object.fromEntries(
    entries.map(([name, { kind }]) => [name, kind === "flag" ? given[name] === true : given[name]]),
  );
}

function addArgument(parser: Parser, name: string, { about, isOptional, values }: ArgumentRow): void {
  const shown = values === undefined ? about : `${about}: ${values.join(", ")}`;
  parser.argument(isOptional === true ? `[${name}]` : `<${name}>`, shown, (text: string) => {
    if (values !== undefined && !values.includes(text)) throw new InvalidArgumentError(`Use ${values.join(", ")}.`);
    return text;
  });
}

function optionOf(name: string, row: OptionRow): Option {
  const option = new Option(usageOf(name, row), row.about);
  switch (row.kind) {
    case "flag":
    case "text":
      return option;
    case "choice":
      return option.choices(row.values);
    case "number":
      return option.argParser((text) => numberIn(text, row));
  }
}

function numberIn(text: string, { min, max }: { min: number; max: number }): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  return value;
}

function examplesOf({ examples }: Command): string {
  const lines = examples.map(({ line, about }) => `  ${about}:\n    ${line}`);
  return `\nExamples:\n${lines.join("\n")}`;
}

function contextOf(terminal: Terminal, common: Common, surroundings: Surroundings, reached: Reached): Context {
  const { environment, signal, fetch } = surroundings;
  const file = profilesFile(environment);
  const deployment = () =>
    chooseDeployment(
      common,
      environment,
      readProfiles(file, (text) => terminal.note(`switchyard: ${text}`)),
    );
  const clientOf = ({ url, key }: { url: string; key: string }) => {
    reached.url = url;
    return new Switchyard({ baseUrl: url, apiKey: keyIn(key), maxRetries: 3, fetch });
  };
  return {
    terminal,
    isJson: common.json,
    environment,
    signal,
    profilesFile: file,
    choice: common,
    deployment,
    clientOf,
    withChoice: (choice) => contextOf(terminal, { ...common, ...choice }, surroundings, reached),
    client: () => {
      const { url, key } = deployment();
      if (key === null) throw noKey(url);
      return clientOf({ url, key });
    },
  };
}

function noKey(url: string): Failure {
  return new Failure("refused", `There is no key for ${url}.`, {
    advice: `Use \`switchyard login --url ${url}\`, or set SWITCHYARD_API_KEY.`,
  });
}
