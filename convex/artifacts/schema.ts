import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";

export const artifactTables = {
  // Files that a run has made and that people look at. The runner begins an artifact, uploads the bytes, and finishes
  // it. A name has at most one finished row in its step, and one that has begun and will take its place. Deleted with
  // the run, together with the bytes.
  artifacts: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    sandboxId: v.id("sandboxes"),
    stepId: v.optional(v.id("runSteps")),
    // A relative path that the runner has made up. Never opened here.
    name: v.string(),
    // What the runner says. The bytes can be anything.
    mediaType: v.string(),
    size: v.number(),
    // In lower-case hex.
    sha256: v.string(),
    state: literals(["begun", "finished"]),
    // Set when it is finished.
    storageId: v.optional(v.id("_storage")),
  })
    .index("by_run", ["runId", "state"])
    .index("by_step", ["runId", "stepId", "state"])
    .index("by_name", ["runId", "stepId", "name"])
    .index("by_state", ["state"]),
  // What the artifacts of a run have reserved, so that no upload needs to count them.
  artifactTotals: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    count: v.number(),
    bytes: v.number(),
    // How many uploads have begun in an attempt of the run. Missing in rows of earlier versions.
    begun: v.optional(v.object({ attempt: v.number(), count: v.number() })),
  }).index("by_run", ["runId"]),
  // The artifact of a stored file. It names no project, so that a runner with a token of one project cannot use or
  // delete a file of another.
  artifactFiles: defineTable({ storageId: v.id("_storage"), artifactId: v.id("artifacts") }).index("by_file", [
    "storageId",
  ]),
  // One row: files that were stored up to this time have been looked at, and those without an artifact are gone.
  artifactSweeps: defineTable({ untilMs: v.number() }),
};
