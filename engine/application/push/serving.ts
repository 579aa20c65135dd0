// Keeps what serves: the code of the last push, mounted with the current variables. A request keeps the deployment with
// which it began, even when another one replaces it.
import type { Database } from "../../database/database";
import type { Contexts, Program } from "../../runtime/contract";
import { createProgram } from "../../runtime/program";
import type { QueryCache } from "../calls/queryCache";
import type { Deployment } from "../deployment/deployment";
import type { Environment } from "../deployment/environment";
import { mountComponents } from "../deployment/mountComponents";
import { allComponents } from "./componentTree";
import type { StoredPush } from "./push";

interface ServingParts {
  database: Database;
  environment: Environment;
  cache: QueryCache;
  contexts: Contexts;
}

export class Serving {
  private current: Deployment | null = null;
  private served: StoredPush | null = null;
  /** A program of each definition of the served push, by its path. */
  private readonly programs = new Map<string, Program>();

  constructor(private readonly parts: ServingParts) {}

  /** The deployment that serves now. null: no code has been pushed. */
  get deployment(): Deployment | null {
    return this.current;
  }

  get push(): StoredPush | null {
    return this.served;
  }

  serve(push: StoredPush): void {
    if (push !== this.served) this.programs.clear();
    this.served = push;
    const { database, environment, cache } = this.parts;
    const previous = this.current;
    this.current = mountComponents(push.app, {
      environment,
      programOf: (definitionPath) => this.programOf(definitionPath, push),
    });
    cache.startOver(this.current);
    database.watches.notifyAll();
    if (previous !== null) retire(previous);
  }

  private programOf(definitionPath: string, { manifest, modules }: StoredPush): Program {
    const program =
      this.programs.get(definitionPath)?.again() ??
      createProgram({
        modules: modules.get(definitionPath) ?? [],
        contexts: this.parts.contexts,
        importNow: manifest.importNow,
        importSeed: Buffer.from(manifest.importSeed, "base64"),
      });
    this.programs.set(definitionPath, program);
    return program;
  }

  /** Mounts the same code again. Nothing that contexts and cached results have read before is valid after this. */
  startOver(): void {
    if (this.served !== null) this.serve(this.served);
  }

  /** Returns the tables that a component's schema names. null: there is no such component. */
  schemaTables(path: string): ReadonlySet<string> | null {
    const found = this.served && allComponents(this.served.app).find((component) => component.path === path);
    if (!found) return null;
    return new Set(found.analysis.schema?.tables.map(({ tableName }) => tableName));
  }

  end(): void {
    if (this.current !== null) retire(this.current);
  }
}

function retire({ components }: Deployment): void {
  for (const { program } of components.values()) program.retire();
}
