// Describes what an import will change, for people to confirm.
import type { ImportPlan } from "./plan";

export interface Summary {
  text: string;
  /** Whether the import deletes documents. */
  isDestructive: boolean;
}

export function summaryOf(plan: ImportPlan): Summary {
  const changes = [
    ...plan.tables.map(({ component, name, rows, how, existingRows }) => ({
      name: fullName(component, name),
      created: rows,
      deleted: how === "fresh" ? existingRows : 0,
      existing: existingRows,
    })),
    ...plan.dropped.map(({ table, rows }) => ({
      name: fullName(table.component, table.name),
      created: 0,
      deleted: rows,
      existing: rows,
    })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = [
    ["table", "create", "delete"],
    ...changes.map(({ name, created, deleted, existing }) => [
      name,
      count(created),
      `${count(deleted)} of ${count(existing)}`,
    ]),
  ];
  return {
    text: ["Import change summary:", ...tableOf(rows)].join("\n"),
    isDestructive: changes.some(({ deleted }) => deleted > 0),
  };
}

function fullName(component: string, name: string): string {
  return component === "" ? name : `${component}: ${name}`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function tableOf(rows: string[][]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  const widths = [width(0), width(1), width(2)];
  const [header = "", ...lines] = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  return [header, widths.map((size) => "-".repeat(size)).join("-|-"), ...lines];
}
