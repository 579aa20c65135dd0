// `switchyard completion` prints a script for the shell, and that script calls `switchyard complete`.
import { candidatesFor, valueIn } from "../completion/candidates";
import type { Grammar } from "../completion/candidates";
import { lookUp } from "../completion/lookUp";
import { scripts, shells } from "../completion/scripts";
import type { Shell } from "../completion/scripts";
import { command } from "../frame/command";
import type { Command } from "../frame/command";
import { printableRow } from "../../../runner/src/log/printable";

const print = command({
  name: "completion",
  about: "Print the script with which a shell completes commands",
  details: "It completes commands, options and their values, and the names and ids that the service knows.",
  arguments: { shell: { about: "your shell", values: shells } },
  options: {},
  examples: [
    { line: "source <(switchyard completion bash)", about: "In ~/.bashrc" },
    { line: "switchyard completion zsh", about: "In ~/.zshrc: source <(switchyard completion zsh)" },
    { line: "switchyard completion fish", about: "In config.fish: switchyard completion fish | source" },
  ],
  run: (context, { args }) => {
    const shell = shells.find((name): name is Shell => name === args.shell);
    if (shell === undefined) return Promise.resolve();
    if (context.isJson) context.terminal.json({ shell, script: scripts[shell] });
    else context.terminal.printPage(scripts[shell].trimEnd());
    return Promise.resolve();
  },
});

/** `table` is asked when it runs, because the table of all commands holds this one. */
export function completion(table: () => Grammar): Command[] {
  const complete = command({
    name: "complete",
    about: "Print what may come next on a command line",
    arguments: {},
    options: {},
    examples: [],
    isHidden: true,
    readsWords: true,
    run: async (context, { words }) => {
      const typed = words.map(unquoted);
      const grammar = table();
      const choice = { url: valueIn(typed, "url", grammar), profile: valueIn(typed, "profile", grammar) };
      const found = await candidatesFor(typed, grammar, (known) => lookUp(context.withChoice(choice), known));
      for (const { word, about } of found) context.terminal.print(`${printableRow(word)}\t${printableRow(about)}`);
    },
  });
  return [print, complete];
}

/** The word that the shell will make of what was typed. */
function unquoted(word: string): string {
  return word.replace(/^["']/, "").replaceAll(/\\(.)/g, "$1");
}
