// The command that connects a runner, for a terminal. Pure.

interface AgentChoice {
  /** What the runner calls it. */
  value: string;
  /** What people call it. */
  label: string;
  /** What installs the program that the runner starts. Null where no single command does, or nothing is needed. */
  install: string | null;
}

export const agentChoices: readonly AgentChoice[] = [
  {
    value: "claude-code",
    label: "Claude Code",
    install: "npm install --global @agentclientprotocol/claude-agent-acp",
  },
  { value: "codex", label: "Codex", install: "npm install --global @agentclientprotocol/codex-acp" },
  { value: "gemini", label: "Gemini CLI", install: "npm install --global @google/gemini-cli" },
  { value: "opencode", label: "OpenCode", install: "npm install --global opencode-ai" },
  { value: "copilot", label: "GitHub Copilot CLI", install: "npm install --global @github/copilot" },
  { value: "openhands", label: "OpenHands", install: "uv tool install openhands" },
  { value: "goose", label: "Goose", install: null },
  { value: "demo", label: "None yet: only pretend, to see how it works", install: null },
];

interface Wanted {
  agent: string;
  /** The address of the service. Null when the command finds it itself, in the folder of the service. */
  serviceUrl: string | null;
  /** Null for a runner that reads the secret of the service. */
  token: string | null;
  /** The address of the repository, if somebody has named one. */
  repository: string;
}

export function runnerCommand({ agent, serviceUrl, token, repository }: Wanted): string {
  const folder = folderAbove(repository);
  const flags = [
    ...(agent === "demo" ? [] : ["--agent", agent]),
    ...(serviceUrl === null ? [] : ["--url", quoted(serviceUrl)]),
    ...(folder === null ? [] : ["--local-repositories", quoted(folder)]),
  ];
  const command = ["npm run runner", ...(flags.length === 0 ? [] : ["--", ...flags])].join(" ");
  return token === null ? command : `SWITCHYARD_RUNNER_TOKEN=${token} ${command}`;
}

/**
 * A runner uses repositories of its machine only below folders that are named. Null for an address elsewhere, and for a
 * name that the command cannot say: the runner ends a folder at a comma, and in quotes `\` means another thing to each
 * shell.
 */
function folderAbove(repository: string): string | null {
  const folder = repository
    .trim()
    .replace(/^file:\/\//i, "")
    .replace(/\/+$/, "");
  return folder.startsWith("/") && !/[,\\\p{Cc}]/u.test(folder) ? folder : null;
}

/** As a shell needs it. */
function quoted(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
