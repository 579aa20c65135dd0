// Solves the conflicts at which a merge has stopped.
import { makeEdit } from "./edits";
import type { Stage } from "./stage";

export async function keepBothSides(stage: Stage, files: readonly string[]): Promise<void> {
  await stage.think(
    `${files.length === 1 ? "One file has" : `${files.length} files have`} conflicts. I keep both sides.`,
  );
  for (const file of files) {
    await stage.useTool({ title: `Edit ${file}`, kind: "edit", paths: [file] }, async () => {
      const { after } = await makeEdit(stage.place.worktree, { file, change: withBothSides });
      return { output: after, hasFailed: false };
    });
  }
  await stage.tell(`${files.join(", ")} has no conflict markers any more: both sides stay, one after the other.`);
}

/** Keeps both sides of every conflict, one after the other. */
function withBothSides(text: string): string {
  const marker = /^(?:<{7}|={7}|>{7})(?: .*)?\n/gm;
  return text.replaceAll(/^\|{7}(?: .*)?\n[^]*?(?=^={7}\n)/gm, "").replaceAll(marker, "");
}
