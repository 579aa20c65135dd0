// Chains of both kinds: issues or sprints that are worked on one after the other.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useHasPermission } from "../../project/project";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { PageHeader } from "../../parts/PageHeader";
import { Tabs } from "../../parts/Tabs";
import { NewSprintChainDialog } from "./NewSprintChainDialog";
import { NewWorkChainDialog } from "./NewWorkChainDialog";
import { SprintChainList } from "./SprintChainList";
import { WorkChainList } from "./WorkChainList";

const kinds = ["work", "sprint"] as const;

export default function ChainsPage() {
  const { get, set } = useAddressParameters();
  const kind = oneOf(get("kind"), kinds) ?? "work";
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useHasPermission("work:write");
  const label = kind === "work" ? "New work chain" : "New sprint chain";
  const show = (next: (typeof kinds)[number]) => set({ kind: next === "work" ? null : next });

  useCommands([
    { title: "Show work chains", keys: "1", group: "List", run: () => show("work") },
    { title: "Show sprint chains", keys: "2", group: "List", run: () => show("sprint") },
    ...(mayWrite ? [{ title: label, keys: "n", group: "List", run: () => setCreating(true) }] : []),
  ]);

  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {label} <ShortcutKeys keys="n" />
    </Button>
  );
  const close = () => setCreating(false);
  return (
    <>
      <PageHeader title="Chains" actions={create}>
        <Tabs
          label="Kind of chain"
          chosen={kind}
          tabs={[
            { name: "work", label: "Work chains" },
            { name: "sprint", label: "Sprint chains" },
          ]}
          onChoose={show}
        />
      </PageHeader>
      {kind === "work" ? <WorkChainList /> : <SprintChainList />}
      {isCreating &&
        (kind === "work" ? <NewWorkChainDialog onClose={close} /> : <NewSprintChainDialog onClose={close} />)}
    </>
  );
}
