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
import { showNotice } from "../../feedback/notices";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { VirtualTable } from "../../parts/VirtualRows";
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
    <VirtualTable
      items={items}
      chosen={chosen}
      attributesOf={({ id }) => ({ className: table.row, ...rowProps(id) })}
      heads={
        <>
          <th role="columnheader" className={style.kind}>
            Kind
          </th>
          <th role="columnheader">Name</th>
          <th role="columnheader" className={`${table.some} ${table.minor}`}>
            Deleted by
          </th>
          <th role="columnheader" className={table.end}>
            Since
          </th>
          {mayWrite && (
            <th role="columnheader" className={style.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </>
      }
    >
      {(item) => (
        <>
          <td role="cell" className={style.kind}>
            {trashTypeLabels[trashTypeOf(item)].one}
          </td>
          <td role="cell" className={table.main} title={item.name}>
            <bdi>{item.name}</bdi>
          </td>
          <td role="cell" className={`${table.some} ${table.minor}`}>
            {item.deletedBy === null ? "A runner" : <PersonName id={item.deletedBy} />}
          </td>
          <td role="cell" className={table.end} data-label="Since">
            <TimeAgo at={item.deletedAt} />
          </td>
          {mayWrite && (
            <td role="cell" className={style.actions}>
              <Button onClick={() => restore(item)}>Restore {item.id === chosen && <ShortcutKeys keys="r" />}</Button>
              <Button
                look="bare"
                isSquare
                icon={<Trash2 size={16} aria-hidden />}
                aria-label={`Delete “${item.name}” for good`}
                onClick={() => onPurge(item)}
              />
            </td>
          )}
        </>
      )}
    </VirtualTable>
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
