// The ten entries of the navigation and the pages behind each. An entry with several pages shows them as tabs. An
// address names a page and not its entry, so it stays when the navigation changes. `routes.ts` has the pages' code.
import {
  CalendarClock,
  ChartNoAxesColumn,
  CircleDot,
  Combine,
  Lightbulb,
  Link2,
  Play,
  Settings,
  Workflow,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { hasPermission } from "#convex/callers/roles";
import type { Permission } from "#convex/callers/roles";
import type { MyProject } from "../project/project";

export interface AreaPage {
  /** Behind `/p/<project>/`. */
  path: string;
  /** What its address says behind `?`. Null means that it has no parameter of this name. */
  parameters?: Readonly<Record<string, string | null>>;
  /** What it is called in lists of commands, and as its title. */
  title: string;
  /** What its tab is called, if that is shorter. */
  tab?: string;
  /** The second key after `g`. */
  key?: string;
  /** Roles without it do not see the page. */
  permission?: Permission;
}

export interface Area {
  label: string;
  icon: LucideIcon;
  /** Entries of one group are listed together. */
  group: "work" | "knowledge" | "project";
  /** The entry leads to the first one. */
  pages: readonly [AreaPage, ...AreaPage[]];
}

const single = (path: string, title: string, key: string): [AreaPage] => [{ path, title, key }];

export const areas: readonly Area[] = [
  { label: "Runs", icon: Play, group: "work", pages: single("runs", "Runs", "r") },
  {
    label: "Issues",
    icon: CircleDot,
    group: "work",
    pages: [
      { path: "issues", parameters: { view: null }, title: "Issues", tab: "List", key: "b" },
      // The board has a column for each state.
      { path: "issues", parameters: { view: "board", status: null }, title: "Issue board", tab: "Board" },
      { path: "sessions", title: "Issue sessions", tab: "Sessions", key: "d" },
      { path: "reviews", title: "Reviews", key: "v" },
    ],
  },
  { label: "Chains", icon: Link2, group: "work", pages: single("chains", "Chains", "c") },
  { label: "Schedules", icon: CalendarClock, group: "work", pages: single("recurring", "Schedules", "t") },
  { label: "Merging", icon: Combine, group: "work", pages: single("merging", "Merging", "m") },
  {
    label: "Knowledge",
    icon: Lightbulb,
    group: "knowledge",
    pages: [
      { path: "learnings", title: "Learnings", key: "l" },
      { path: "personas", title: "Personas", key: "p" },
      { path: "contexts", title: "Contexts", key: "x" },
      { path: "skills", title: "Skills", key: "k" },
      { path: "commands", title: "Commands", key: "o" },
      { path: "scripts", title: "Scripts", key: "y" },
    ],
  },
  { label: "Workflows", icon: Workflow, group: "knowledge", pages: single("workflows", "Workflows", "w") },
  { label: "Usage", icon: ChartNoAxesColumn, group: "project", pages: single("usage", "Usage", "u") },
  {
    label: "Settings",
    icon: Settings,
    group: "project",
    pages: [
      { path: "settings", title: "Project settings", tab: "Project", key: "s" },
      { path: "settings/members", title: "Members" },
      { path: "settings/agents", title: "Agents", permission: "settings:manage" },
      { path: "settings/budgets", title: "Budgets" },
      { path: "settings/keys", title: "API keys", permission: "keys:manage" },
      { path: "settings/runner-tokens", title: "Runner tokens", permission: "keys:manage" },
      { path: "settings/webhooks", title: "Webhooks" },
      { path: "settings/hooks", title: "Inbound webhooks", permission: "settings:manage" },
      { path: "settings/provider-keys", title: "Provider keys", permission: "keys:manage" },
      { path: "settings/audit", title: "Audit log", permission: "audit:read" },
      { path: "runners", title: "Runners", key: "n" },
      { path: "queue", title: "Queue", key: "q" },
      { path: "trash", title: "Trash", key: "h" },
    ],
  },
];

export function pagesFor(area: Area, role: MyProject["role"]): AreaPage[] {
  return area.pages.filter(({ permission }) => permission === undefined || hasPermission(role, permission));
}

/** The pages of all areas. */
export const areaPages: readonly AreaPage[] = areas.flatMap(({ pages }) => pages);

/** The area of an address. `page` is the part behind `/p/<project>/`, such as `skills/asset_1`. */
export function areaOf(page: string): Area | null {
  const isAt = ({ path }: AreaPage) => page === path || page.startsWith(`${path}/`);
  return areas.find(({ pages }) => pages.some(isAt)) ?? null;
}

/** `?view=board` for the board, with all that `search` says about other things. */
export function searchOf({ parameters = {} }: AreaPage, search = ""): string {
  const all = new URLSearchParams(search);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return all.size === 0 ? "" : `?${all.toString()}`;
}

/** The address of a page in its project, such as `issues?view=board`. */
export const addressOf = (page: AreaPage): string => `${page.path}${searchOf(page)}`;
