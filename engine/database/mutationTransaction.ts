// The operations of a mutation on the database.
import { checkIdentifier } from "../value/check";
import { FunctionError } from "../value/functionError";
import { isJsonObject, textOf, type Json, type JsonObject } from "../value/json";
import { checkFields, idKeyOf, parseDocument, withoutFields, type Document } from "./documents";
import type { SystemTableName, Table } from "./registry";
import type { StoredDocument } from "./rows";
import { refuseSystemFields } from "./systemFields";
import { checkTableOfId, invalidId, type DocumentOperation } from "./transaction";
import { WriteTransaction } from "./writeTransaction";

export class MutationTransaction extends WriteTransaction {
  insert(component: string, tableName: string, value: Json | undefined): string {
    if (tableName.startsWith("_")) {
      throw new FunctionError("SystemTable", `System tables are read-only: cannot insert into ${tableName}.`);
    }
    checkIdentifier(tableName, "Table name");
    const fields = checkFields(value, "db.insert");
    refuseSystemFields(fields, undefined);
    const table = this.tableForWriting(component, tableName);
    const document = this.newDocument(table, fields);
    this.checkSchema(table, document);
    this.writeNew(table, document, true);
    return document._id;
  }

  insertSystem(component: string, tableName: SystemTableName, fields: JsonObject): Document {
    const table = this.tableForWriting(component, tableName);
    const document = this.newDocument(table, fields);
    this.writeNew(table, document, false);
    return document;
  }

  /**
   * Changes the given fields of a document and returns the new document. A field with the value `{"$undefined":
   * null}` is removed.
   */
  patch(component: string, id: Json | undefined, tableName: Json | undefined, value: Json | undefined): Document {
    const { table, stored, old } = this.existing(component, id, tableName, "db.patch");
    if (!isJsonObject(value)) throw new FunctionError("ObjectsOnly", "`db.patch` takes an object of fields.");
    const removed = new Set(Object.keys(value).filter((field) => isUndefined(value[field])));
    const given = checkFields(withoutFields(value, removed), "db.patch");
    refuseSystemFields(given, old);
    const whole = { ...withoutFields(old, removed), ...given };
    const merged = checkFields(whole, "db.patch");
    return this.writeChanged(table, stored, old, merged, true);
  }

  replace(component: string, id: Json | undefined, tableName: Json | undefined, value: Json | undefined): Document {
    const { table, stored, old } = this.existing(component, id, tableName, "db.replace");
    const fields = checkFields(value, "db.replace");
    refuseSystemFields(fields, old);
    return this.writeChanged(table, stored, old, fields, true);
  }

  replaceSystem(component: string, tableName: SystemTableName, id: string, fields: JsonObject): void {
    const table = this.tableForWriting(component, tableName);
    const stored = this.rows.get(table, idKeyOf(id));
    if (stored === undefined) throw new Error(`${tableName} ${id} is gone`);
    this.writeChanged(table, stored, parseDocument(stored.text), fields, false);
  }

  remove(component: string, id: Json | undefined, tableName: Json | undefined): Document {
    const { table, stored, old } = this.existing(component, id, tableName, "db.delete");
    this.countWrite(stored.size);
    this.eraseDocument(table, stored, old);
    return old;
  }

  removeSystem(component: string, tableName: SystemTableName, id: string): void {
    const table = this.tableForWriting(component, tableName);
    const stored = this.rows.get(table, idKeyOf(id));
    if (stored !== undefined) this.eraseDocument(table, stored, parseDocument(stored.text));
  }

  getSystem(component: string, tableName: SystemTableName, id: string): Document | undefined {
    const table = this.tableForWriting(component, tableName);
    const stored = this.rows.get(table, idKeyOf(id));
    return stored && parseDocument(stored.text);
  }

  /**
   * Inserts a document of an import. It keeps the id and the creation time that the import states. It is neither
   * checked nor counted against limits.
   */
  insertImported(table: Table, imported: { fields: JsonObject; id: string | null; creationTime: number | null }): void {
    const made = this.newDocument(table, imported.fields);
    const { id, creationTime } = imported;
    this.writeNew(table, { ...made, _creationTime: creationTime ?? made._creationTime, _id: id ?? made._id }, false);
  }

  /** Deletes at most `most` documents of a table that is being dropped. Returns false when no more are left. */
  eraseBatch(table: Table, most: number): boolean {
    const some = this.rows.scan({ kind: "byId", table }, { from: Buffer.alloc(0), to: null }, "asc", most);
    for (const stored of some) this.eraseDocument(table, stored, parseDocument(stored.text));
    return some.length === most;
  }

  private existing(
    component: string,
    id: Json | undefined,
    tableName: Json | undefined,
    operation: DocumentOperation,
  ): { table: Table; stored: StoredDocument; old: Document } {
    const table = this.tableOfId(component, id, operation);
    if (typeof tableName === "string") checkTableOfId(table, tableName, operation);
    if (table?.name.startsWith("_")) {
      throw invalidId(operation, "System tables can only be accessed with db.system.");
    }
    const idText = textOf(id);
    const stored = table && this.read(table, idText);
    if (table === undefined || stored === undefined) throw missing(operation, idText);
    return { table, stored, old: parseDocument(stored.text) };
  }
}

function missing(operation: DocumentOperation, id: string): FunctionError {
  const verb = { "db.get": "Get", "db.patch": "Update", "db.replace": "Replace", "db.delete": "Delete" }[operation];
  return new FunctionError("NonexistentDocument", `${verb} on nonexistent document ID ${id}`);
}

function isUndefined(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 1 && "$undefined" in value;
}
