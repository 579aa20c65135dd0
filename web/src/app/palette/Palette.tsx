// Everything that can be done or opened here, found by typing a part of it: commands of the page, settings, projects,
// things of the project that is shown, and people. The arrow keys choose, and Enter does it.
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { recentPages } from "../../urlState/recentPages";
import { Dialog } from "../../parts/Dialog";
import { useOptions } from "../../parts/useOptions";
import { useProjects } from "../../project/projects";
import { useCurrentProject } from "../../project/useCurrentProject";
import { allCommands, subscribeToCommands } from "../../shortcuts/commands";
import { runOrConfirm } from "../../shortcuts/confirmation";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { foundGroups } from "./foundRows";
import type { PaletteProps } from "./LazyPalette";
import { commandGroups, matchingCommands, recentRows } from "./paletteRows";
import type { PaletteGroup, PaletteRow } from "./paletteRows";
import { useFoundThings } from "./useFoundThings";
import { usePaletteTargets } from "./usePaletteTargets";
import style from "./Palette.module.css";

const label = "Find anything";

export default function Palette({ begun, onClose }: PaletteProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(begun.text);
  const { groups, isPending, error } = useGroups(text);
  const rows = groups.flatMap((group) => group.rows);
  // Enter came before the answer. It means the first row of the answer, unless something else is typed.
  const [isAwaited, setAwaited] = useState(begun.isEntered);

  function open({ does }: PaletteRow, isAside: boolean): void {
    if ("href" in does && isAside) return void window.open(does.href, "_blank", "noopener");
    onClose();
    if ("href" in does) navigate(does.href);
    else runOrConfirm(does.command);
  }

  const { listId, fieldProps, optionProps, resetChoice } = useOptions({
    options: rows,
    keyOf: ({ key }) => key,
    onOpen: (row, { isAside, isChosen }) => {
      // Nobody has chosen what an earlier text has found.
      if (isPending && row.isFound === true && !isChosen) setAwaited(true);
      else open(row, isAside);
    },
    onEnterWithout: () => setAwaited(isPending),
  });

  const [first] = rows;
  useEffect(() => {
    if (!isAwaited || isPending) return;
    setAwaited(false);
    if (first !== undefined) open(first, false);
  });

  return (
    <Dialog label={label} onClose={onClose} shape="top">
      <input
        {...fieldProps}
        className={style.input}
        aria-label={label}
        placeholder="Find a run, an issue, a page or a command"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAwaited(false);
          resetChoice();
        }}
      />
      <div className={style.list} role="listbox" id={listId} aria-label={label} aria-busy={isPending}>
        {groups.map((group) => (
          <Group key={group.label} group={group} optionProps={optionProps} />
        ))}
      </div>
      <p className={rows.length === 0 ? style.none : "visually-hidden"} role="status">
        {error === null ? outcome(text, rows.length, isPending) : `The search failed: ${error}`}
      </p>
    </Dialog>
  );
}

function outcome(text: string, count: number, isPending: boolean): string {
  if (isPending) return count === 0 ? "Searching" : "";
  if (count === 0) return `Nothing matches “${text.trim()}”.`;
  return count === 1 ? "1 result" : `${count} results`;
}

/** Without a text: what was open lately, and all commands. With one: what matches it, what is certain at once first. */
function useGroups(text: string): { groups: PaletteGroup[]; isPending: boolean; error: string | null } {
  const commands = useSyncExternalStore(subscribeToCommands, allCommands);
  const [path] = useLocation();
  const [recent] = useState(recentPages);
  const project = useCurrentProject();
  const { all } = useProjects();
  const { things, isPending, error } = useFoundThings(project?.id ?? null, text);
  const { near, people } = usePaletteTargets(project, text);
  if (text.trim() === "") {
    const names = new Map(all.map(({ slug, name }) => [slug, name]));
    const groups = [{ label: "Recent", rows: recentRows(recent, path, names) }, ...commandGroups(commands)];
    return { groups: groups.filter(({ rows }) => rows.length > 0), isPending: false, error: null };
  }
  const found = project === null ? [] : foundGroups(things, { slug: project.slug, text: text.trim(), recent });
  const groups = [matchingCommands(commands, text), ...near, ...found, people];
  return { groups: groups.filter(({ rows }) => rows.length > 0), isPending, error };
}

interface GroupProps {
  group: PaletteGroup;
  optionProps: (row: PaletteRow) => React.ComponentProps<"div">;
}

function Group({ group: { label, rows }, optionProps }: GroupProps) {
  return (
    <div role="group" aria-label={label}>
      <p className={style.heading} aria-hidden>
        {label}
      </p>
      {rows.map((row) => (
        <div key={row.key} {...optionProps(row)} className={style.option}>
          {row.icon !== undefined && <row.icon size={15} aria-hidden />}
          <bdi className={style.title}>{row.title}</bdi>
          {row.note !== undefined && (
            <span className={style.note}>
              <span className="visually-hidden">, </span>
              {row.note}
            </span>
          )}
          {row.keys !== undefined && <ShortcutKeys keys={row.keys} />}
        </div>
      ))}
    </div>
  );
}
