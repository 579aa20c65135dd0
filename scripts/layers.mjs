// Which folder may import which, in every program of this repository. The linter refuses other imports
// (scripts/lint/layers.mjs), and tests/layers.test.ts compares the drawings in CONTRIBUTING.md and engine/README.md.

/**
 * Layers from the highest to the lowest. A folder imports from lower layers, and from its own one only where `peers` is
 * true. Files beside the folders put the program together, so no folder imports them.
 */
function layered(root, layers, { peers = false } = {}) {
  const rows = layers.map((layer) => ({ name: "", about: "", ...layer, folders: layer.folders.split(" ") }));
  const mayImport = rows.flatMap(({ folders }, height) => {
    const below = rows.slice(height + (peers ? 0 : 1)).flatMap((row) => row.folders);
    return folders.map((folder) => [folder, below]);
  });
  return { root, layers: rows, mayImport: Object.fromEntries(mayImport) };
}

/** Each folder with the folders, or files beside the folders, from which it imports, besides those for all of them. */
function listed(root, mayImport, forAll = []) {
  const rows = Object.entries(mayImport).map(([folder, names]) => [
    folder,
    [...names.split(" ").filter(Boolean), ...forAll],
  ]);
  return { root, layers: [], mayImport: Object.fromEntries(rows) };
}

export const trees = [
  listed("", {
    convex: "",
    engine: "",
    packages: "",
    // The page of documentation shows the names of the client.
    web: "convex packages",
    // `npm run faults` plants the faults of the tests.
    scripts: "convex engine packages tests",
  }),
  layered(
    "convex",
    [
      {
        name: "whole",
        about: "knows all that a project or a person has",
        folders: "admin idp limits mcp migrations project search trash users",
      },
      {
        name: "work",
        about: "what agents do, and the results",
        folders:
          "analytics answeringSessions artifacts budgets bulkActions feedback gates hooks issueSessions issues jobInputs jobs merging messages recurringTasks " +
          "repositories runEvents runQuestions runSteps runnerTokens runs sandboxes sessionQuestions sprintChains usage " +
          "waitingRuns webhooks workChains",
      },
      {
        name: "knowledge",
        about: "what agents are given",
        folders: "assets commands contexts learningVersions learnings personas scripts skills workflows",
      },
      {
        name: "access",
        about: "who has which rights, and the secrets",
        folders: "apiKeys members providerKeys settings",
      },
      {
        name: "shared",
        about: "what many domains write to",
        folders:
          "audit counters events health inbox notifications outcomes queue runners sealing sharedCopies telemetry",
      },
      {
        name: "edge",
        about: "how functions are made for each kind of caller",
        folders: "agents api callback dashboard docs idempotency openapi",
      },
      { name: "callers", about: "who calls, and whether they may", folders: "callers" },
      { name: "lib", about: "what has no domain: errors, ids, times, states, soft deletion", folders: "lib" },
    ],
    { peers: true },
  ),
  layered("web/src", [
    { folders: "app" },
    { folders: "pages" },
    { folders: "domain" },
    { folders: "parts" },
    { folders: "live" },
    { folders: "feedback shortcuts" },
    { folders: "session project urlState" },
  ]),
  layered("packages/runner/src", [
    { folders: "jobLoop" },
    { folders: "jobKinds" },
    { folders: "conversations worktrees" },
    { folders: "codeHosts report prompt" },
    { folders: "jobs config" },
    { folders: "service git state" },
    { folders: "agents log testReports" },
    { folders: "agentFiles errors http text" },
  ]),
  listed(
    "engine",
    {
      loop: "",
      metrics: "",
      value: "loop",
      persistence: "loop value",
      database: "loop value persistence",
      runtime: "loop value",
      application: "loop metrics value persistence database runtime",
      // The servers know the runtime by its contract, and by the headers and bodies of HTTP actions.
      server: "loop metrics value runtime/contract runtime/web application",
    },
    ["memoryLimits", "failureReport"],
  ),
  listed("engine/application", {
    contract: "",
    log: "contract",
    deployment: "contract",
    files: "contract",
    jobs: "contract deployment",
    syscalls: "contract deployment files jobs",
    system: "contract deployment syscalls",
    calls: "contract log deployment syscalls system",
    schedule: "contract log deployment jobs syscalls calls",
    push: "contract deployment calls schedule",
    identity: "contract log deployment push",
    exports: "contract log files system",
    imports: "contract log files jobs system",
  }),
];

/** What everybody in a tree may import besides. */
const shared = new Set(["_generated"]);

/**
 * Returns why `file` must not import `target`, or null. Both are paths below the root of the repository, without their
 * endings.
 */
export function objection(file, target) {
  for (const { root, mayImport } of trees) {
    const from = folderIn(root, file);
    const to = folderIn(root, target);
    if (from === null || to === null || from === to || shared.has(to)) continue;
    const allowed = mayImport[from];
    if (allowed === undefined) continue;
    const rest = target.slice(root === "" ? 0 : root.length + 1);
    if (!allowed.some((name) => `${rest}/`.startsWith(`${name}/`))) return message(root, from, to);
  }
  return null;
}

function message(root, from, to) {
  const place = root === "" ? "" : ` in ${root}/`;
  return (
    `${from}${place} must not import from ${to} (scripts/layers.mjs). Move down what both need, or let the upper one ` +
    `import this and pass what it knows.`
  );
}

/** The part of the path directly below the root of a tree. Null when the path is elsewhere. */
function folderIn(root, file) {
  if (root === "") return file.split("/", 1)[0];
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1).split("/", 1)[0] : null;
}
