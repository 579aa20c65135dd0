// Who may call which public function. Every one there is has its place here; a new one fails until it has.
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../convex/members/model";
import { inProcess } from "../support/inProcess";
import type { Calls } from "../support/inProcess";
import { publicFunctions } from "../support/publicFunctions";
import type { PublicFunction } from "../support/publicFunctions";
import { identity, refusal, refusalOrNull, signIn, staffedProject } from "./people";

/** For whoever carries a token. */
const forAnybody = ["users/dashboard:signIn"];
/** For users, each of whom sees their own. */
const forUsers = ["project/dashboard:mine"];
/** For members, by the least role that may. */
const forMembers: Record<Role, string[]> = {
  member: [
    "project/dashboard:get",
    "project/dashboard:counters",
    "members/dashboard:list",
    "members/dashboard:invitations",
  ],
  admin: ["members/dashboard:invite", "members/dashboard:changeRole", "members/dashboard:remove"],
  owner: ["project/dashboard:remove"],
};
const roles: Role[] = ["member", "admin", "owner"];

const functions = await publicFunctions();
const ofProjects = functions.filter(({ name }) => ![...forAnybody, ...forUsers].includes(name));

const deployment = inProcess();
let project: Awaited<ReturnType<typeof staffedProject>>;

beforeAll(async () => {
  project = await staffedProject(deployment);
});

async function call(by: Calls, { name, kind, args }: PublicFunction, projectId = project.projectId): Promise<unknown> {
  const asked = "projectId" in args ? { ...args, projectId } : args;
  switch (kind) {
    case "query":
      return await by.query(makeFunctionReference<"query">(name), asked);
    case "mutation":
      return await by.mutation(makeFunctionReference<"mutation">(name), asked);
    case "action":
      return await by.action(makeFunctionReference<"action">(name), asked);
  }
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const before = await deployment.documents();
  await work();
  expect(await deployment.documents()).toEqual(before);
}

it("every public function is for anybody, for users or for members", () => {
  const placed = [...forAnybody, ...forUsers, ...Object.values(forMembers).flat()];
  expect(functions.map(({ name }) => name).sort()).toEqual(placed.sort());
});

it.each(functions)("$name: AUTH_MISSING without an identity", async (fn) => {
  await changesNothing(async () => {
    expect(await refusal(call(deployment, fn))).toMatchObject({ code: "AUTH_MISSING" });
  });
});

it.each([...forUsers.map(named), ...ofProjects])("$name: AUTH_INVALID for who is no user", async (fn) => {
  await changesNothing(async () => {
    expect(await refusal(call(deployment.as(identity()), fn))).toMatchObject({ code: "AUTH_INVALID" });
  });
});

describe.each(ofProjects)("$name", (fn) => {
  it("NOT_FOUND for a user who is no member, as for a project that does not exist", async () => {
    const stranger = await signIn(deployment);
    const other = await staffedProject(deployment);
    const gone = await staffedProject(deployment);
    await call(gone.people.owner, named("project/dashboard:remove"), gone.projectId);
    await deployment.settled();
    await changesNothing(async () => {
      const projectIds = [other.projectId, gone.projectId, "proj_x", "", other.people.owner.userId];
      for (const by of [stranger, project.people.owner]) {
        for (const id of projectIds) {
          const message = `There is no project with the id ${id}.`;
          expect(await refusal(call(by, fn, id))).toEqual({ code: "NOT_FOUND", message });
        }
      }
    });
  });

  const least = roles.findIndex((role) => forMembers[role].includes(fn.name));

  it.each(roles.slice(least))("is open to the role %s", async (role) => {
    const { projectId, people } = await staffedProject(deployment);
    expect(await refusalOrNull(call(people[role], fn, projectId))).not.toMatchObject({ code: "FORBIDDEN" });
    await deployment.settled();
  });

  it.each(roles.slice(0, least))("FORBIDDEN to the role %s", async (role) => {
    await changesNothing(async () => {
      expect(await refusal(call(project.people[role], fn))).toMatchObject({ code: "FORBIDDEN" });
    });
  });
});

function named(name: string): PublicFunction {
  const fn = functions.find((candidate) => candidate.name === name);
  if (fn === undefined) throw new Error(`There is no public function ${name}.`);
  return fn;
}
