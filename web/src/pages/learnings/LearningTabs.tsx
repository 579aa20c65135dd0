// The two pages about learnings: their review, and the documents that are made of them.
import { useLocation } from "wouter";
import { useProjectHref } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { Tabs } from "../../parts/Tabs";

const tabs = [
  { name: "review", label: "Review" },
  { name: "versions", label: "Versions" },
] as const;

type Tab = (typeof tabs)[number]["name"];

const pages = { review: "learnings", versions: "learnings/versions" } as const satisfies Record<Tab, string>;

export function LearningTabs({ chosen }: { chosen: Tab }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const open = (tab: Tab) => navigate(href(pages[tab]));
  const other = chosen === "review" ? "versions" : "review";
  const title = other === "versions" ? "Versions of learnings" : "Review of learnings";
  useCommands([{ title, keys: "o", group: "Learnings", run: () => open(other) }]);
  return <Tabs label="Learnings" tabs={tabs} chosen={chosen} onChoose={open} />;
}
