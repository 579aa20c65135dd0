// One persona: how well it did, what it says, and what it said before.
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { PageHead } from "../../parts/PageHead";
import { Shown } from "../../parts/Shown";
import { Numbers } from "./Numbers";
import { PeriodSelect } from "./PeriodSelect";
import { PersonaForm } from "./PersonaForm";
import { PersonaVersions } from "./PersonaVersions";
import { RemovePersonas } from "./RemovePersonas";
import type { Persona } from "./persona";
import { usePeriod } from "./usePeriod";
import { usePersonaActions } from "./usePersonaActions";

export default function PersonaPage() {
  const { id = "" } = useParams();
  const found = useProjectQuery(api.personas.dashboard.get, { id });
  return <Shown of={found}>{(persona) => <Shows key={persona.id} persona={persona} />}</Shown>;
}

function Shows({ persona }: { persona: Persona }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const [open, setOpen] = useState<"form" | "removal" | null>(null);
  const { toggle, duplicate } = usePersonaActions();
  const period = usePeriod();
  const found = useProjectQuery(api.personas.dashboard.analytics, { id: persona.id, ...period.asked });
  const offOrOn = persona.isEnabled ? "Switch off" : "Switch on";
  useCommands(
    mayWrite
      ? [
          { title: "Change the persona", keys: "w", group: "Persona", run: () => setOpen("form") },
          { title: offOrOn, keys: "t", group: "Persona", decides: persona.id, run: () => toggle(persona) },
          { title: "Duplicate", keys: "D", group: "Persona", decides: persona.id, run: () => duplicate(persona) },
          { title: "Delete for good", keys: "shift+Delete", group: "Persona", run: () => setOpen("removal") },
        ]
      : [],
  );
  return (
    <>
      <PageHead
        title={persona.name}
        above={[{ label: "Personas", href: href("personas") }]}
        actions={
          <>
            <PeriodSelect period={period} />
            {mayWrite && (
              <>
                <Button onClick={() => toggle(persona)}>
                  {offOrOn} <Keys of="t" />
                </Button>
                <Button look="main" icon={<Pencil size={15} aria-hidden />} onClick={() => setOpen("form")}>
                  Change <Keys of="w" />
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
      <Shown of={found} loading={null}>
        {(numbers) => <Numbers of={numbers} />}
      </Shown>
      <PersonaVersions persona={persona} />
      {open === "form" && <PersonaForm persona={persona} onClose={() => setOpen(null)} />}
      {open === "removal" && (
        <RemovePersonas
          personas={[persona]}
          onClose={() => setOpen(null)}
          onDone={() => navigate(href("personas"), { replace: true })}
        />
      )}
    </>
  );
}
