// Who may call which public function: every function is called by people of every kind, for every project, with ids of
// every project. The arguments of the calls come from tests/http/budgets, which has a line for each function.
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../convex/callers/membership";
import { inProcess } from "../support/inProcess";
import type { Calls } from "../support/inProcess";
import { publicFunctions } from "../support/publicFunctions";
import { fillInProcess } from "./filled";
import type { Filled } from "./filled";
import { forAnybody, forUsers, leastRoleOf, leastRoles } from "./leastRoles";
import { identity, refusal, refusalOrNull, signIn } from "./people";

const roles: Role[] = ["member", "admin", "owner"];
const functions = await publicFunctions();
const ofProjects = functions.filter(({ name }) => ![...forAnybody, ...forUsers].includes(name));

const deployment = inProcess();
let filled: Filled;
let stranger: Calls;
/** All documents before anything is called. */
let everything: Awaited<ReturnType<typeof deployment.documents>>;

beforeAll(async () => {
  filled = await fillInProcess(deployment);
  stranger = await signIn(deployment);
  everything = await deployment.documents();
});

interface Call {
  name: string;
  kind: "query" | "mutation" | "action";
}
type Args = Record<string, unknown>;

async function call(by: Calls, { name, kind }: Call, args: Args): Promise<unknown> {
  switch (kind) {
    case "query":
      return await by.query(makeFunctionReference<"query">(name), args);
    case "mutation":
      return await by.mutation(makeFunctionReference<"mutation">(name), args);
    case "action":
      return await by.action(makeFunctionReference<"action">(name), args);
  }
}

/**
 * Returns the arguments of the function's first sample call. One is enough: the caller and the project are checked
 * before all else.
 */
function argsOf({ name }: Call): Args {
  return filled.callsOf(name)[0]!.args;
}

function lesserRolesOf(name: string): Role[] {
  return roles.slice(0, roles.indexOf(leastRoleOf(name) ?? "member"));
}

describe("every public function", () => {
  it("has arguments in tests/http/budgets, and nothing else has", () => {
    const given = new Set(filled.calls.map(({ name }) => name));
    expect([...given].toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
  });

  it("is listed in this file, and nothing else is", () => {
    const names = new Set(functions.flatMap(({ name }) => [name, name.split("/")[0]]));
    expect([...forAnybody, ...forUsers, ...Object.keys(leastRoles)].filter((name) => !names.has(name))).toEqual([]);
    expect(ofProjects.filter(({ name }) => leastRoleOf(name) === undefined)).toEqual([]);
  });
});

// Calls that are refused come first. They change nothing, so all of them see the same rows.

describe.each(functions)("$name", (fn) => {
  const isOfProjects = ofProjects.includes(fn);

  it("AUTH_MISSING without an identity", async () => {
    expect(await refusal(call(deployment, fn, argsOf(fn)))).toMatchObject({ code: "AUTH_MISSING" });
  });

  it.skipIf(forAnybody.includes(fn.name))("AUTH_INVALID for a person who is not a user", async () => {
    const refused = await refusal(call(deployment.as(identity()), fn, argsOf(fn)));
    expect(refused).toMatchObject({ code: "AUTH_INVALID" });
  });

  it.runIf(isOfProjects)(
    "NOT_FOUND for a person who is not a member, as for a project that does not exist",
    async () => {
      const refusedTo = async (by: Calls, projectId: string) => {
        const message = `There is no project with the id ${projectId}.`;
        expect(await refusal(call(by, fn, { ...argsOf(fn), projectId }))).toEqual({ code: "NOT_FOUND", message });
      };
      const { projectId, foreigner, foreignProjectId, deletedProjectId } = filled;
      await refusedTo(stranger, projectId);
      await refusedTo(foreigner, projectId);
      // The foreigner owns this project, but it is being deleted.
      await refusedTo(foreigner, deletedProjectId);
      for (const other of [foreignProjectId, "proj_x"]) await refusedTo(filled.people.owner, other);
    },
  );

  it.runIf(isOfProjects).each(lesserRolesOf(fn.name))("FORBIDDEN to the role %s", async (role) => {
    const args = { ...argsOf(fn), projectId: filled.projectId };
    expect(await refusal(call(filled.people[role], fn, args))).toMatchObject({ code: "FORBIDDEN" });
  });

  it("FORBIDDEN with any id of another project, and NOT_FOUND with any unknown id", async () => {
    for (const { foreign, unknown } of filled.callsOf(fn.name)) {
      for (const { args, id } of foreign) {
        // Users belong to no project, so a user who is not a member is NOT_FOUND.
        const code = id.startsWith("user_") ? "NOT_FOUND" : "FORBIDDEN";
        expect(await refusal(call(filled.people.owner, fn, args))).toMatchObject({ code });
      }
      for (const { args } of unknown) {
        expect(await refusal(call(filled.people.owner, fn, args))).toMatchObject({ code: "NOT_FOUND" });
      }
    }
  });
});

it("the refused calls have changed nothing", async () => {
  expect(await deployment.documents()).toEqual(everything);
});

it("every public function is open to the lowest role that may call it, and to higher roles", async () => {
  for (const { name, kind, args } of filled.calls) {
    const [least = "owner", ...above] = roles.slice(lesserRolesOf(name).length);
    expect(await refusalOrNull(call(await filled.actorAs(least), { name, kind }, args)), `${name} as ${least}`).toBe(
      null,
    );
    for (const role of above) {
      const refused = await refusalOrNull(call(await filled.actorAs(role), { name, kind }, args));
      expect(refused, `${name} as ${role}`).not.toMatchObject({ code: "FORBIDDEN" });
    }
  }
});
