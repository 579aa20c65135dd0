// Agents that speak ACP, by name. The runner knows nothing else about them.

export interface Preset {
  command: readonly string[];
  install: string;
  /** The provider whose prices apply, where the agent works with one provider. */
  service: string;
  /** Variables with the keys of its provider, which the agent gets if the runner has them. */
  passed: readonly string[];
  /** Folders of the home with its settings and its sign-in, which an isolated agent needs. */
  home: readonly string[];
  /** Variables that make the agent send telemetry, where OTEL_* alone do not. */
  telemetry?: Readonly<Record<string, string>>;
}

export const presets: Readonly<Record<string, Preset>> = {
  "claude-code": {
    command: ["claude-agent-acp"],
    install: "Install it with `npm install --global @agentclientprotocol/claude-agent-acp` (it needs Node 22).",
    service: "anthropic",
    passed: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
    home: [".claude", ".claude.json"],
    telemetry: {
      CLAUDE_CODE_ENABLE_TELEMETRY: "1",
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: "1",
      OTEL_TRACES_EXPORTER: "otlp",
    },
  },
  codex: {
    command: ["codex-acp"],
    install: "Install it with `npm install --global @agentclientprotocol/codex-acp`.",
    service: "openai",
    passed: ["OPENAI_API_KEY", "CODEX_API_KEY"],
    home: [".codex"],
  },
  gemini: {
    command: ["gemini", "--acp"],
    install: "Install it with `npm install --global @google/gemini-cli`.",
    service: "google",
    passed: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    home: [".gemini"],
    telemetry: {
      GEMINI_TELEMETRY_ENABLED: "true",
      GEMINI_TELEMETRY_TRACES_ENABLED: "true",
      // Without this it sends what it is asked, too.
      GEMINI_TELEMETRY_LOG_PROMPTS: "false",
    },
  },
  openhands: {
    command: ["openhands", "acp"],
    install: "Install it with `uv tool install openhands`.",
    service: "openhands",
    passed: ["LLM_API_KEY", "LLM_MODEL", "LLM_BASE_URL"],
    home: [".openhands"],
  },
  opencode: {
    command: ["opencode", "acp"],
    install: "Install it with `npm install --global opencode-ai`.",
    service: "opencode",
    passed: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
    home: [".config/opencode", ".local/share/opencode"],
  },
  goose: {
    command: ["goose", "acp"],
    install: "See https://block.github.io/goose for how to install it.",
    service: "goose",
    passed: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOSE_PROVIDER", "GOOSE_MODEL"],
    home: [".config/goose", ".local/share/goose"],
  },
  copilot: {
    command: ["copilot", "--acp"],
    install: "Install it with `npm install --global @github/copilot`.",
    service: "github",
    passed: ["GH_TOKEN", "COPILOT_GITHUB_TOKEN"],
    home: [".copilot"],
  },
  qwen: {
    command: ["qwen", "--acp"],
    install: "Install it with `npm install --global @qwen-code/qwen-code`.",
    service: "qwen",
    passed: ["DASHSCOPE_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"],
    home: [".qwen"],
  },
  cline: {
    command: ["cline", "--acp"],
    install: "Install it with `npm install --global cline`.",
    service: "cline",
    passed: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
    home: [".cline"],
  },
};
