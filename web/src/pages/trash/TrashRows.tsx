import { Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { PersonName } from "../../domain/people/PersonName";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { showNotice } from "../../feedback/notices";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { typeOf, typeWords } from "./types";
import type { TrashItem } from "./types";
import style from "./TrashRows.module.css";

interface Props {
  items: readonly TrashItem[];
  onPurge: (item: TrashItem) => void;
}

export function TrashRows({ items, onPurge }: Props) {
  const mayWrite = useMay("work:write");
  const restore = useRestore();
  const { rowProps, chosen } = useRowKeys(
    items.map(({ id }) => id),
    "item",
  );
  const current = items.find(({ id }) => id === chosen);
  useCommands(
    mayWrite && current !== undefined
      ? [
          { title: "Restore", keys: "r", group: "Item", decides: current.id, run: () => restore(current) },
          { title: "Remove for good", keys: "shift+Delete", group: "Item", run: () => onPurge(current) },
        ]
      : [],
  );
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th className={style.kind}>Kind</th>
          <th>Name</th>
          <th className={`${table.some} ${table.minor}`}>Removed by</th>
          <th className={table.end}>Since</th>
          {mayWrite && (
            <th className={style.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <EachRow of={items} keyOf={ownId} as="tr">
          {(item) => (
            <tr className={table.row} {...rowProps(item.id)}>
              <td className={style.kind}>{typeWords[typeOf(item)].one}</td>
              <td className={table.main} title={item.name}>
                <bdi>{item.name}</bdi>
              </td>
              <td className={`${table.some} ${table.minor}`}>
                {item.deletedBy === null ? "A runner" : <PersonName id={item.deletedBy} />}
              </td>
              <td className={table.end} data-label="Since">
                <Ago at={item.deletedAt} />
              </td>
              {mayWrite && (
                <td className={style.actions}>
                  <Button onClick={() => restore(item)}>Restore {item.id === chosen && <Keys of="r" />}</Button>
                  <Button
                    look="bare"
                    isSquare
                    icon={<Trash2 size={16} aria-hidden />}
                    aria-label={`Remove “${item.name}” for good`}
                    onClick={() => onPurge(item)}
                  />
                </td>
              )}
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}

function useRestore(): (item: TrashItem) => void {
  const { attempt } = useAttempt();
  const href = useHref();
  const [, navigate] = useLocation();
  const change = useProjectMutation(api.trash.dashboard.restore);
  return (item) => {
    const entityType = typeOf(item);
    const { page } = typeWords[entityType];
    void attempt(async () => {
      await change({ entityType, entityId: item.entityId });
      showNotice({
        tone: "good",
        text: `“${item.name}” is restored.`,
        ...(page === null ? {} : { action: { label: "Open", run: () => navigate(href(page(item.entityId))) } }),
      });
    });
  };
}
