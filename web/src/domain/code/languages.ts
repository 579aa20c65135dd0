// Which language a file is in, by its name. The grammar of each is loaded when the first such file is shown.
import type { LanguageFn } from "highlight.js";

type Load = () => Promise<{ default: LanguageFn }>;

const grammars = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  dart: () => import("highlight.js/lib/languages/dart"),
  diff: () => import("highlight.js/lib/languages/diff"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  elixir: () => import("highlight.js/lib/languages/elixir"),
  go: () => import("highlight.js/lib/languages/go"),
  graphql: () => import("highlight.js/lib/languages/graphql"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  lua: () => import("highlight.js/lib/languages/lua"),
  makefile: () => import("highlight.js/lib/languages/makefile"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  php: () => import("highlight.js/lib/languages/php"),
  protobuf: () => import("highlight.js/lib/languages/protobuf"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  scss: () => import("highlight.js/lib/languages/scss"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
} satisfies Record<string, Load>;

export type Language = keyof typeof grammars;

export const loadGrammar = (language: Language): ReturnType<Load> => grammars[language]();

/** The endings of names, and other names that people give to a language in Markdown. */
const byEnding = new Map<string, Language>(
  Object.entries({
    bash: "sh zsh shell bash",
    c: "c h",
    cpp: "cc cpp cxx hh hpp",
    csharp: "cs",
    css: "css",
    dart: "dart",
    diff: "diff patch",
    dockerfile: "dockerfile",
    elixir: "ex exs",
    go: "go",
    graphql: "graphql gql",
    ini: "ini toml cfg conf env properties",
    java: "java",
    javascript: "js jsx mjs cjs",
    json: "json jsonc json5 webmanifest",
    kotlin: "kt kts",
    lua: "lua",
    makefile: "makefile mk",
    markdown: "md mdx markdown",
    php: "php",
    protobuf: "proto",
    python: "py pyi",
    ruby: "rb rake gemfile rakefile",
    rust: "rs",
    scss: "scss sass",
    sql: "sql",
    swift: "swift",
    typescript: "ts tsx mts cts",
    xml: "xml html htm svg vue svelte plist",
    yaml: "yaml yml",
  } satisfies Record<Language, string>).flatMap(([language, endings]) =>
    endings.split(" ").map((ending) => [ending, language as Language] as const),
  ),
);

/** Null for a file whose language is not known. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return byEnding.get(name.slice(name.lastIndexOf(".") + 1)) ?? null;
}
