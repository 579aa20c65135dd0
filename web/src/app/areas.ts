// The areas of a project, as the navigation and the palette name them. `routes.ts` has their pages.
import {
  BookOpen,
  CalendarClock,
  ChartNoAxesColumn,
  CircleDot,
  Combine,
  FileCode,
  Lightbulb,
  Link2,
  ListChecks,
  Play,
  Server,
  Settings,
  Telescope,
  SquareSlash,
  Trash2,
  UserRound,
  Workflow,
  Wrench,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";

export interface Area {
  /** The first part of its addresses. */
  name: string;
  label: string;
  icon: LucideIcon;
  /** The second key after `g`. */
  key: string;
  section: "Work" | "Knowledge" | "Project";
}

export const areas: readonly Area[] = [
  { name: "runs", label: "Runs", icon: Play, key: "r", section: "Work" },
  { name: "issues", label: "Issues", icon: CircleDot, key: "b", section: "Work" },
  { name: "sessions", label: "Issue sessions", icon: Telescope, key: "d", section: "Work" },
  { name: "reviews", label: "Reviews", icon: ListChecks, key: "v", section: "Work" },
  { name: "chains", label: "Chains", icon: Link2, key: "c", section: "Work" },
  { name: "recurring", label: "Recurring tasks", icon: CalendarClock, key: "t", section: "Work" },
  { name: "merging", label: "Merging", icon: Combine, key: "m", section: "Work" },
  { name: "workflows", label: "Workflows", icon: Workflow, key: "w", section: "Knowledge" },
  { name: "learnings", label: "Learnings", icon: Lightbulb, key: "l", section: "Knowledge" },
  { name: "personas", label: "Personas", icon: UserRound, key: "p", section: "Knowledge" },
  { name: "contexts", label: "Contexts", icon: BookOpen, key: "x", section: "Knowledge" },
  { name: "skills", label: "Skills", icon: Wrench, key: "k", section: "Knowledge" },
  { name: "commands", label: "Commands", icon: SquareSlash, key: "o", section: "Knowledge" },
  { name: "scripts", label: "Scripts", icon: FileCode, key: "y", section: "Knowledge" },
  { name: "runners", label: "Runners", icon: Server, key: "n", section: "Project" },
  { name: "usage", label: "Usage", icon: ChartNoAxesColumn, key: "u", section: "Project" },
  { name: "settings", label: "Settings", icon: Settings, key: "s", section: "Project" },
  { name: "trash", label: "Trash", icon: Trash2, key: "h", section: "Project" },
];
