// The command that connects a runner, for a terminal. Pure.

/** Agents by the names that the runner knows, with what people call them. */
export const agentChoices = [
  { value: "claude-code", label: "Claude Code" },
  { value: "codex", label: "Codex" },
  { value: "gemini", label: "Gemini CLI" },
  { value: "opencode", label: "OpenCode" },
  { value: "copilot", label: "GitHub Copilot CLI" },
  { value: "openhands", label: "OpenHands" },
  { value: "goose", label: "Goose" },
  { value: "demo", label: "None yet: only pretend, to see how it works" },
] as const;

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
