// With `--indexes product` the hand-written server has the indexes and the full-text tables of the product's schema
// beside its own. What it costs to keep them is then on both sides of the comparison.
import { database, prepare } from "./database";

interface ProductTable {
  tableName: string;
  indexes: { fields: string[] }[];
  searchIndexes: { filterFields: string[] }[];
}

type Value = string | number | null;
/** The fields of a row by their names in the product. Those that it does not index may have any value. */
type Fields = Record<string, unknown>;

/** What a table has more than without the option. Without it, all of this is empty and does nothing. */
interface Additional {
  /** A placeholder for each of the additional columns, which are the last ones. */
  placeholders: string;
  valuesOf(fields: Fields): Value[];
  addText(text: string, fields: Fields): void;
}

const isLikeProduct = process.argv[process.argv.indexOf("--indexes") + 1] === "product";
const productTables = isLikeProduct ? await readSchema() : [];

async function readSchema(): Promise<ProductTable[]> {
  const { default: schema } = await import("../../convex/schema");
  // The types of convex do not have this method, with which its CLI reads a schema.
  const text = (schema as unknown as { export(): string }).export();
  return (JSON.parse(text) as { tables: ProductTable[] }).tables;
}

/**
 * Creates the product's indexes of a table. `columns` names the columns of fields that the table has anyway. The other
 * fields become additional columns.
 */
export function addProductIndexes(table: string, productTable: string, columns: Record<string, string>): Additional {
  const { indexes, searchIndexes } = productTables.find(({ tableName }) => tableName === productTable) ?? {
    indexes: [],
    searchIndexes: [],
  };
  const fields = new Set(indexes.flatMap((index) => index.fields).filter((field) => columns[field] === undefined));
  for (const field of fields) database.exec(`ALTER TABLE ${table} ADD COLUMN ${field}`);
  for (const [number, index] of indexes.entries()) {
    // The product's indexes end with the time of creation.
    const keys = [...index.fields.map((field) => columns[field] ?? field), columns["_creationTime"]].filter(Boolean);
    database.exec(`CREATE INDEX ${table}_like_product_${number} ON ${table} (${keys.join(", ")})`);
  }
  return {
    placeholders: ", ?".repeat(fields.size),
    valuesOf: (values) => [...fields].map((field) => valueOf(values[field])),
    addText: searchIndexes[0] === undefined ? () => {} : textAdder(table, searchIndexes[0].filterFields),
  };
}

/** The values by which a search can be filtered are words too. */
function textAdder(table: string, filterFields: readonly string[]): Additional["addText"] {
  database.exec(`CREATE VIRTUAL TABLE ${table}_text USING fts5(words, content='', columnsize=0, detail=none)`);
  const insert = prepare(`INSERT INTO ${table}_text (rowid, words) VALUES (?, ?)`);
  let entries = 0;
  return (text, fields) => {
    entries += 1;
    insert.run(entries, [text, ...filterFields.map((field) => valueOf(fields[field]) ?? "")].join(" "));
  };
}

function valueOf(field: unknown): Value {
  return typeof field === "string" || typeof field === "number" ? field : null;
}
