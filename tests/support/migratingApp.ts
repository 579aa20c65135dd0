// The product with the migrations of sampleMigrations.ts, for tests that push it to an engine.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

/** Returns the folder of the app, which the caller removes. It is below the root, where its packages are found. */
export function makeMigratingApp(): string {
  const build = path.join(rootDirectory, ".build");
  mkdirSync(build, { recursive: true });
  const app = mkdtempSync(path.join(build, "migrating-"));
  cpSync(path.join(rootDirectory, "convex"), path.join(app, "convex"), { recursive: true });
  cpSync(path.join(rootDirectory, "package.json"), path.join(app, "package.json"));
  const migrations = readFileSync(path.join(rootDirectory, "tests/support/sampleMigrations.ts"), "utf8");
  const all = path.join(app, "convex/migrations/all.ts");
  writeFileSync(all, migrations.replaceAll('"../../convex/migrations/', '"./'));
  return app;
}
