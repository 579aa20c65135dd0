// The modules of the last push, as the database has them. A start does not read their text: a module is read when it is
// first used, and its source map when an error needs it. Most modules of an app are not used for a long time.
import type { Database } from "../../database/database";
import type { CompiledModule } from "../../runtime/contract";

type Text = Pick<CompiledModule, "code" | "map">;

export class StoredModules {
  private readonly modules: StoredModule[];

  constructor(database: Database) {
    this.modules = database
      .readRows<[string, string]>("SELECT definition, path FROM modules ORDER BY definition, path")
      .map(([definition, path]) => new StoredModule(database, definition, path));
  }

  /** Returns the modules of each definition, by its path. */
  byDefinition(): ReadonlyMap<string, CompiledModule[]> {
    const found = new Map<string, CompiledModule[]>();
    for (const module of this.modules) {
      const ofDefinition = found.get(module.definition) ?? [];
      ofDefinition.push(module);
      found.set(module.definition, ofDefinition);
    }
    return found;
  }

  /** Must be called before the rows are replaced: requests that have begun continue with these modules. */
  keep(): void {
    for (const module of this.modules) module.keep();
  }
}

class StoredModule implements CompiledModule {
  private kept: Text | null = null;

  constructor(
    private readonly database: Database,
    readonly definition: string,
    readonly path: string,
  ) {}

  get code(): string {
    return this.kept === null ? this.read("code") : this.kept.code;
  }

  get map(): string | null {
    return this.kept === null ? this.read("map") : this.kept.map;
  }

  keep(): void {
    this.kept = { code: this.code, map: this.map };
  }

  private read<Column extends keyof Text>(column: Column): Text[Column] {
    const sql = `SELECT ${column} FROM modules WHERE definition = ? AND path = ?`;
    const [row] = this.database.readRows<[Text[Column]]>(sql, this.definition, this.path);
    if (row === undefined) throw new Error(`The module ${this.path} was replaced before it was kept.`);
    return row[0];
  }
}
