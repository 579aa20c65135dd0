// The list of all tables and indexes. A registry never changes: a transaction that makes a table holds a newer
// registry and drops it when it is rolled back. So nobody ever sees a table that was not committed.
import type { ValidatorJson } from "../value/validatorJson";

export interface Index {
  readonly id: number;
  readonly name: string;
  /** The fields of the index, without the `_creationTime` and `_id` that end every key. */
  readonly fields: readonly string[];
  readonly paths: readonly (readonly string[])[];
}

/** An index that finds documents by the words of a text field; see searchEntry.ts. */
export interface SearchIndex {
  readonly id: number;
  readonly name: string;
  readonly searchField: string;
  readonly searchPath: readonly string[];
  readonly filterFields: readonly string[];
  readonly filterPaths: readonly (readonly string[])[];
}

export interface Table {
  readonly id: number;
  readonly component: string;
  readonly name: string;
  readonly number: number;
  /** by_creation_time and the indexes of the schema. by_id is the documents' own key and has no entries. */
  readonly indexes: readonly Index[];
  readonly searchIndexes: readonly SearchIndex[];
  /** null means that the documents of this table are not checked. */
  readonly documentType: ValidatorJson | null;
}

/** Lower table numbers belong to the engine. The tables of users are numbered from here, per component. */
const firstUserTableNumber = 10_001;

export const systemTables = [
  { name: "_scheduled_functions", number: 2 },
  { name: "_storage", number: 3 },
] as const;

export type SystemTableName = (typeof systemTables)[number]["name"];

/**
 * Returns the number that represents a table's by_id in read sets and in the log of writes. It is negative, because
 * by_id has no row among the indexes.
 */
export function byIdIndexOf(table: Table): number {
  return -table.id;
}

/** The number that represents the names of all tables in read sets and in the log of writes. */
export const tableNames = 0;

export class Registry {
  private readonly byComponent = new Map<string, { byName: Map<string, Table>; byNumber: Map<number, Table> }>();

  constructor(readonly tables: readonly Table[]) {
    for (const table of tables) {
      const known = this.byComponent.get(table.component) ?? { byName: new Map(), byNumber: new Map() };
      this.byComponent.set(table.component, known);
      known.byName.set(table.name, table);
      known.byNumber.set(table.number, table);
    }
  }

  table(component: string, name: string): Table | undefined {
    return this.byComponent.get(component)?.byName.get(name);
  }

  tableByNumber(component: string, number: number): Table | undefined {
    return this.byComponent.get(component)?.byNumber.get(number);
  }

  with(changed: Table): Registry {
    return new Registry([...this.tables.filter((table) => table.id !== changed.id), changed]);
  }

  nextNumber(component: string): number {
    const numbers = this.tables.filter((table) => table.component === component).map((table) => table.number);
    return Math.max(firstUserTableNumber - 1, ...numbers) + 1;
  }
}

export function makeIndex(id: number, name: string, fields: readonly string[]): Index {
  return { id, name, fields, paths: fields.map((field) => field.split(".")) };
}

export function makeSearchIndex(
  id: number,
  name: string,
  { searchField, filterFields }: Pick<SearchIndex, "searchField" | "filterFields">,
): SearchIndex {
  const filterPaths = filterFields.map((field) => field.split("."));
  return { id, name, searchField, searchPath: searchField.split("."), filterFields, filterPaths };
}
