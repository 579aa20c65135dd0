// One persona: how well it did, what it says, and what it said before.
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { PageHeader } from "../../parts/PageHeader";
import { Loaded } from "../../parts/Loaded";
import { PersonaStatistics } from "./PersonaStatistics";
import { PeriodSelect } from "./PeriodSelect";
import { PersonaDialog } from "./PersonaDialog";
import { PersonaVersions } from "./PersonaVersions";
import { RemovePersonasDialog } from "./RemovePersonasDialog";
import type { Persona } from "./persona";
import { useStatisticsPeriod } from "./useStatisticsPeriod";
import { usePersonaActions } from "./usePersonaActions";

export default function PersonaPage() {
  const { id = "" } = useParams();
  const found = useProjectQuery(api.personas.dashboard.get, { id });
  return <Loaded result={found}>{(persona) => <Detail key={persona.id} persona={persona} />}</Loaded>;
}

function Detail({ persona }: { persona: Persona }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const [open, setOpen] = useState<"form" | "removal" | null>(null);
  const { toggle, duplicate } = usePersonaActions();
  const period = useStatisticsPeriod();
  const found = useProjectQuery(api.personas.dashboard.analytics, { id: persona.id, ...period.queryArgs });
  const offOrOn = persona.isEnabled ? "Disable" : "Enable";
  useCommands(
    mayWrite
      ? [
          { title: "Edit the persona", keys: "w", group: "Persona", run: () => setOpen("form") },
          { title: offOrOn, keys: "t", group: "Persona", decidesAbout: persona.id, run: () => toggle(persona) },
          { title: "Duplicate", keys: "D", group: "Persona", decidesAbout: persona.id, run: () => duplicate(persona) },
          { title: "Delete for good", keys: "shift+Delete", group: "Persona", run: () => setOpen("removal") },
        ]
      : [],
  );
  return (
    <>
      <PageHeader
        title={persona.name}
        parents={[{ label: "Personas", href: href("personas") }]}
        actions={
          <>
            <PeriodSelect period={period} />
            {mayWrite && (
              <>
                <Button onClick={() => toggle(persona)}>
                  {offOrOn} <ShortcutKeys keys="t" />
                </Button>
                <Button look="main" icon={<Pencil size={15} aria-hidden />} onClick={() => setOpen("form")}>
                  Change <ShortcutKeys keys="w" />
                </Button>
                <Menu
                  label="More"
                  items={[
                    { label: "Duplicate", run: () => duplicate(persona) },
                    { label: "Delete for good", isBad: true, run: () => setOpen("removal") },
                  ]}
                />
              </>
            )}
          </>
        }
      />
      <Loaded result={found} loading={null}>
        {(numbers) => <PersonaStatistics analytics={numbers} />}
      </Loaded>
      <PersonaVersions persona={persona} />
      {open === "form" && <PersonaDialog persona={persona} onClose={() => setOpen(null)} />}
      {open === "removal" && (
        <RemovePersonasDialog
          personas={[persona]}
          onClose={() => setOpen(null)}
          onDone={() => navigate(href("personas"), { replace: true })}
        />
      )}
    </>
  );
}
