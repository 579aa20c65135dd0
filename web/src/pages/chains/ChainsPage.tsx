// Chains of both kinds: issues or sprints that are worked on one after the other.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../project/project";
import { oneOf, useParameters } from "../../address/useParameters";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { PageHead } from "../../parts/PageHead";
import { Tabs } from "../../parts/Tabs";
import { NewSprintChain } from "./NewSprintChain";
import { NewWorkChain } from "./NewWorkChain";
import { SprintChains } from "./SprintChains";
import { WorkChains } from "./WorkChains";

const kinds = ["work", "sprint"] as const;

export default function ChainsPage() {
  const { get, set } = useParameters();
  const kind = oneOf(get("kind"), kinds) ?? "work";
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useMay("work:write");
  const label = kind === "work" ? "New work chain" : "New sprint chain";
  const show = (next: (typeof kinds)[number]) => set({ kind: next === "work" ? null : next });

  useCommands([
    { title: "Show work chains", keys: "1", group: "List", run: () => show("work") },
    { title: "Show sprint chains", keys: "2", group: "List", run: () => show("sprint") },
    ...(mayWrite ? [{ title: label, keys: "n", group: "List", run: () => setCreating(true) }] : []),
  ]);

  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {label} <Keys of="n" />
    </Button>
  );
  const close = () => setCreating(false);
  return (
    <>
      <PageHead title="Chains" actions={create}>
        <Tabs
          label="Kind of chain"
          chosen={kind}
          tabs={[
            { name: "work", label: "Work chains" },
            { name: "sprint", label: "Sprint chains" },
          ]}
          onChoose={show}
        />
      </PageHead>
      {kind === "work" ? <WorkChains /> : <SprintChains />}
      {isCreating && (kind === "work" ? <NewWorkChain onClose={close} /> : <NewSprintChain onClose={close} />)}
    </>
  );
}
