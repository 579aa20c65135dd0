// Which two versions stand side by side.
import { ArrowRight } from "lucide-react";
import { Button } from "../../parts/Button";
import { Select } from "../../parts/Select";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import type { VersionEntry } from "./useVersionChoice";
import style from "./VersionBrowser.module.css";

interface Props {
  entries: readonly VersionEntry[];
  before: VersionEntry;
  after: VersionEntry;
  choice: { compare: (before: string, after: string) => void; stopComparing: () => void };
}

export function CompareBar({ entries, before, after, choice }: Props) {
  const choices = entries.map(({ id, label }) => ({ value: id, label }));
  const side = (label: string, chosen: VersionEntry, onChoose: (id: string) => void) => (
    <Select label={label} value={chosen.id} choices={choices} onChange={onChoose} />
  );
  return (
    <div className={style.bar}>
      {side("Left version", before, (id) => choice.compare(id, after.id))}
      <ArrowRight size={14} aria-hidden />
      {side("Right version", after, (id) => choice.compare(before.id, id))}
      <span className={style.actions}>
        <Button look="bare" onClick={choice.stopComparing}>
          Stop comparing <ShortcutKeys keys="Escape" />
        </Button>
      </span>
    </div>
  );
}
