// The areas of a project, as the navigation and the palette name them. `routes.ts` has their pages.
import { ChartNoAxesColumn, Play, Settings } from "lucide-react";
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
  { name: "usage", label: "Usage", icon: ChartNoAxesColumn, key: "u", section: "Project" },
  { name: "settings", label: "Settings", icon: Settings, key: "s", section: "Project" },
];
