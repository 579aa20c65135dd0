// The rows of what the service has found: each kind in its group, with its icon and the address of its page.
import {
  BookOpen,
  CalendarClock,
  CircleDot,
  FileCode,
  Lightbulb,
  Link2,
  Play,
  SquareSlash,
  Telescope,
  UserRound,
  Workflow,
  Wrench,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import type { RecentPage } from "../../urlState/recentPages";
import { toLabel } from "../../parts/Status";
import { projectHref } from "../../project/project";
import { recentFirst } from "./paletteRows";
import type { PaletteGroup, PaletteRow } from "./paletteRows";

export type FoundThing = FunctionReturnType<typeof api.search.dashboard.find>[number];

interface Kind {
  group: string;
  icon: LucideIcon;
  /** Behind `/p/<project>/`. */
  pageOf: (thing: FoundThing) => string;
}

/** In the order of the groups. */
const kinds: Record<FoundThing["kind"], Kind> = {
  run: { group: "Runs", icon: Play, pageOf: ({ runNumber }) => `runs/${runNumber ?? ""}` },
  issue: { group: "Issues", icon: CircleDot, pageOf: ({ id }) => `issues/${id}` },
  work_chain: { group: "Chains", icon: Link2, pageOf: ({ id }) => `chains/${id}` },
  sprint_chain: { group: "Chains", icon: Link2, pageOf: ({ id }) => `chains/${id}` },
  recurring_task: { group: "Schedules", icon: CalendarClock, pageOf: ({ id }) => `recurring/${id}` },
  workflow: { group: "Workflows", icon: Workflow, pageOf: ({ id }) => `workflows/${id}` },
  persona: { group: "Personas", icon: UserRound, pageOf: ({ id }) => `personas/${id}` },
  context: { group: "Contexts, skills, commands and scripts", icon: BookOpen, pageOf: ({ id }) => `contexts/${id}` },
  skill: { group: "Contexts, skills, commands and scripts", icon: Wrench, pageOf: ({ id }) => `skills/${id}` },
  command: { group: "Contexts, skills, commands and scripts", icon: SquareSlash, pageOf: ({ id }) => `commands/${id}` },
  script: { group: "Contexts, skills, commands and scripts", icon: FileCode, pageOf: ({ id }) => `scripts/${id}` },
  learning: { group: "Learnings", icon: Lightbulb, pageOf: ({ title }) => listWith("learnings", firstWords(title)) },
  session: { group: "Issue sessions", icon: Telescope, pageOf: ({ id }) => `sessions/${id}` },
};

/** The lists that can be searched show the matches that have no place here. */
const searchableLists: Record<string, string> = { Runs: "runs", Issues: "issues", Learnings: "learnings" };
const maxOfKind = 5;

export function foundGroups(
  things: readonly FoundThing[],
  { slug, text, recent }: { slug: string; text: string; recent: readonly RecentPage[] },
): PaletteGroup[] {
  const order = [...new Set(Object.values(kinds).map(({ group }) => group))];
  return order.flatMap((label) => {
    const members = things.filter(({ kind }) => kinds[kind].group === label);
    if (members.length === 0) return [];
    const rows = recentFirst(
      members.map((thing) => rowOf(thing, slug)),
      recent,
    );
    const list = searchableLists[label];
    const hasMore = list !== undefined && members.length >= maxOfKind;
    return [{ label, rows: hasMore ? [...rows, allRow(label, projectHref(slug, listWith(list, text)), text)] : rows }];
  });
}

function rowOf(thing: FoundThing, slug: string): PaletteRow {
  const { kind, title, state, runNumber } = thing;
  const { icon, pageOf } = kinds[kind];
  const href = projectHref(slug, pageOf(thing));
  const notes = [runNumber === null ? null : `#${runNumber}`, toLabel(state ?? kind)];
  return {
    key: kind === "learning" ? thing.id : href,
    title,
    note: notes.filter((note) => note !== null).join(" · "),
    icon,
    isFound: true,
    does: { href },
  };
}

function allRow(group: string, href: string, text: string): PaletteRow {
  return { key: href, title: `All ${group.toLowerCase()} with “${text}”`, isFound: true, does: { href } };
}

const listWith = (list: string, search: string): string => `${list}?${new URLSearchParams({ search }).toString()}`;

/** A learning has no page of its own, so its list is searched for how it begins. */
const firstWords = (text: string): string => text.split(/\s+/).slice(0, 8).join(" ");
