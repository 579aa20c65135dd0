import { Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { PersonName } from "../../domain/people/PersonName";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { showNotice } from "../../feedback/notices";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { trashTypeOf, trashTypeLabels } from "./trashTypes";
import type { TrashItem } from "./trashTypes";
import style from "./TrashTable.module.css";

interface Props {
  items: readonly TrashItem[];
  onPurge: (item: TrashItem) => void;
}

export function TrashTable({ items, onPurge }: Props) {
  const mayWrite = useHasPermission("work:write");
  const restore = useRestore();
  const { rowProps, chosen } = useRowNavigation(
    items.map(({ id }) => id),
    "item",
  );
  const current = items.find(({ id }) => id === chosen);
  useCommands(
    mayWrite && current !== undefined
      ? [
          { title: "Restore", keys: "r", group: "Item", decidesAbout: current.id, run: () => restore(current) },
          { title: "Delete for good", keys: "shift+Delete", group: "Item", run: () => onPurge(current) },
        ]
      : [],
  );
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th className={style.kind}>Kind</th>
          <th>Name</th>
          <th className={`${table.some} ${table.minor}`}>Deleted by</th>
          <th className={table.end}>Since</th>
          {mayWrite && (
            <th className={style.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <EachRow items={items} keyOf={idOf} as="tr">
          {(item) => (
            <tr className={table.row} {...rowProps(item.id)}>
              <td className={style.kind}>{trashTypeLabels[trashTypeOf(item)].one}</td>
              <td className={table.main} title={item.name}>
                <bdi>{item.name}</bdi>
              </td>
              <td className={`${table.some} ${table.minor}`}>
                {item.deletedBy === null ? "A runner" : <PersonName id={item.deletedBy} />}
              </td>
              <td className={table.end} data-label="Since">
                <TimeAgo at={item.deletedAt} />
              </td>
              {mayWrite && (
                <td className={style.actions}>
                  <Button onClick={() => restore(item)}>
                    Restore {item.id === chosen && <ShortcutKeys keys="r" />}
                  </Button>
                  <Button
                    look="bare"
                    isSquare
                    icon={<Trash2 size={16} aria-hidden />}
                    aria-label={`Delete “${item.name}” for good`}
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
  const { perform } = usePerform();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const change = useProjectMutation(api.trash.dashboard.restore);
  return (item) => {
    const entityType = trashTypeOf(item);
    const { page } = trashTypeLabels[entityType];
    void perform(async () => {
      await change({ entityType, entityId: item.entityId });
      showNotice({
        tone: "good",
        text: `“${item.name}” is restored.`,
        ...(page === null ? {} : { action: { label: "Open", run: () => navigate(href(page(item.entityId))) } }),
      });
    });
  };
}
