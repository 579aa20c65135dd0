// A section of settings that is a list: what it is about, the button that adds to it, and a row for each thing.
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EachRow } from "../../parts/EachRow";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import table from "../../parts/Table.module.css";
import style from "./SettingsPage.module.css";

interface Adding {
  /** On the button, such as “Invite”. */
  label: string;
  /** In the palette, where nothing else says what it is about. */
  title: string;
  keys: string;
  dialog: (onClose: () => void) => ReactNode;
}

interface Props<Item> {
  about: string;
  /** Null for those who may not add anything. */
  adding: Adding | null;
  list: { results: readonly Item[]; status: string; loadMore: (count: number) => void };
  /** The names of the columns. Behind them is one for what can be done. */
  columns: readonly { name: string; className?: string | undefined }[];
  /** There is room for two buttons in a row. */
  hasTwoActions?: boolean;
  keyOf: (item: Item) => string;
  renderRow: (item: Item) => ReactNode;
  empty: ReactNode;
}

export function SettingsList<Item>(props: Props<Item>) {
  const { about, adding, list, columns, hasTwoActions = false, keyOf, renderRow, empty } = props;
  const [isAdding, setAdding] = useState(false);
  const add = () => setAdding(true);
  useCommands(adding === null ? [] : [{ title: adding.title, keys: adding.keys, group: "Settings", run: add }]);
  if (list.status === "LoadingFirstPage") return <Loading />;
  return (
    <>
      <div className={style.head}>
        <p>{about}</p>
        {adding !== null && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={add}>
            {adding.label} <ShortcutKeys keys={adding.keys} />
          </Button>
        )}
      </div>
      {list.results.length === 0 ? (
        empty
      ) : (
        <table className={table.table}>
          <thead>
            <tr className={table.names}>
              {columns.map(({ name, className }) => (
                <th key={name} className={className}>
                  {name}
                </th>
              ))}
              <th className={hasTwoActions ? `${table.end} ${style.twoActions}` : table.end}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <EachRow items={list.results} keyOf={keyOf} as="tr">
              {renderRow}
            </EachRow>
          </tbody>
        </table>
      )}
      <MoreRows hasMore={list.status === "CanLoadMore"} onMore={() => list.loadMore(100)} />
      {isAdding && adding?.dialog(() => setAdding(false))}
    </>
  );
}
