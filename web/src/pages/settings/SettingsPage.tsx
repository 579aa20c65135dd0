// The project, its people, its keys and the instructions for agents. Each section has an address, and each role sees
// those that it may use.
import { useParams } from "wouter";
import { useProjectHref, useHasPermission, useProject } from "../../project/project";
import { EmptyState } from "../../parts/EmptyState";
import { PageHeader } from "../../parts/PageHeader";
import { LinkTabs } from "../../parts/Tabs";
import { AgentSection } from "./AgentSection";
import { ApiKeysSection } from "./ApiKeysSection";
import { MembersSection } from "./MembersSection";
import { ProjectSection } from "./ProjectSection";
import { ProviderKeysSection } from "./ProviderKeysSection";
import { RunnerTokensSection } from "./RunnerTokensSection";
import style from "./SettingsPage.module.css";

export default function SettingsPage() {
  const { section = "project" } = useParams<{ section?: string }>();
  const href = useProjectHref();
  const { id } = useProject();
  const manages = { settings: useHasPermission("settings:manage"), keys: useHasPermission("keys:manage") };
  const all = [
    { name: "project", label: "Project", page: ProjectSection, isOpen: true },
    { name: "members", label: "Members", page: MembersSection, isOpen: true },
    { name: "agents", label: "Agents", page: AgentSection, isOpen: manages.settings },
    { name: "keys", label: "API keys", page: ApiKeysSection, isOpen: manages.keys },
    { name: "runner-tokens", label: "Runner tokens", page: RunnerTokensSection, isOpen: manages.keys },
    { name: "provider-keys", label: "Provider keys", page: ProviderKeysSection, isOpen: manages.keys },
  ];
  const sections = all.filter(({ isOpen }) => isOpen);
  const chosen = sections.find(({ name }) => name === section);
  return (
    <>
      <PageHeader title={chosen === undefined ? "Settings" : `${chosen.label} · Settings`} heading="Settings">
        <LinkTabs
          label="Settings"
          tabs={sections.map(({ name, label }) => ({
            label,
            href: href(name === "project" ? "settings" : `settings/${name}`),
            isChosen: name === section,
          }))}
        />
      </PageHeader>
      <div className={style.content} key={id}>
        {chosen === undefined ? (
          <EmptyState title="Not found">
            {all.some(({ name }) => name === section)
              ? "Your role has no such settings. An admin of the project can change them."
              : "There are no settings at this address. Choose a section above."}
          </EmptyState>
        ) : (
          <chosen.page />
        )}
      </div>
    </>
  );
}
