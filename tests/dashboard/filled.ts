// Two projects with rows in every table, and sample calls of all public functions: their arguments are in the lines of
// tests/http/budgets that begin with `function`.
import { internal } from "../../convex/_generated/api";
import type { TableNames } from "../../convex/_generated/dataModel";
import type { Id } from "../../convex/_generated/dataModel";
import { documentId } from "../../convex/lib/publicIds";
import type { Role } from "../../convex/callers/membership";
import { encryptionKey } from "../support/fixtures";
import type { Calls, InProcess } from "../support/inProcess";
import { publicFunctions } from "../support/publicFunctions";
import type { PublicFunction } from "../support/publicFunctions";
import { areas, budgetsInOrder } from "../support/readBudgets/allBudgets";
import type { Input, World } from "../support/readBudgets/area";
import { fillWorld } from "../support/readBudgets/world";
import { address, identity, signIn } from "./people";
import type { Person } from "./people";

/** The smallest number of rows with which the lines in tests/http/budgets work. */
const rowsPerTable = 20;

type Args = Record<string, unknown>;

interface SampleCall {
  name: string;
  kind: PublicFunction["kind"];
  args: Args;
  /** The same call several times. Each time another one of its ids is replaced by an id of another project. */
  foreign: { id: string; args: Args }[];
  /** The same, with an id that names nothing. */
  unknown: { args: Args }[];
}

export interface Filled {
  /** In an order in which each call finds what it needs. */
  calls: SampleCall[];
  callsOf(name: string): SampleCall[];
  /** Returns the person who makes these calls, in the given role. */
  actorAs(role: Role): Promise<Calls>;
  projectId: string;
  /** Other people in the project, one in each role. */
  people: Record<Role, Calls>;
  /** Owns two other projects: one that also has rows, and one that is being deleted. */
  foreigner: Calls;
  foreignProjectId: string;
  deletedProjectId: string;
}

export async function fillInProcess(deployment: InProcess): Promise<Filled> {
  await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey });
  const world = await fillWorld(groundOf(deployment), "filled", rowsPerTable, areas);
  const calls = await callsIn(world);
  const join = async (role: Role, projectId: string): Promise<Person> => {
    const person = await signIn(deployment);
    await addMember(deployment, { projectId, userId: person.userId, role });
    return person;
  };
  const foreignProjectId = world.publicId("projects", 1);
  const foreigner = await join("owner", foreignProjectId);
  return {
    calls,
    callsOf: (name) => calls.filter((call) => call.name === name),
    actorAs: async (role) => {
      await changeRoles(deployment, world.publicId("users"), role);
      return deployment.as(identity({ issuer: "https://idp.example", subject: world.unique(0) }));
    },
    projectId: world.projectId,
    people: {
      member: await join("member", world.projectId),
      admin: await join("admin", world.projectId),
      owner: await join("owner", world.projectId),
    },
    foreigner,
    foreignProjectId,
    deletedProjectId: await deletedProject(deployment, foreigner),
  };
}

interface Membership {
  projectId: string;
  userId: string;
  role: Role;
}

async function addMember(deployment: InProcess, { projectId, userId, role }: Membership): Promise<void> {
  await deployment.run(async (ctx) => {
    const ids = { projectId: documentId(ctx, "projects", projectId), userId: documentId(ctx, "users", userId) };
    await ctx.db.insert("projectMembers", { ...ids, role });
  });
}

/** Gives a user this role in all of their projects. */
async function changeRoles(deployment: InProcess, userId: string, role: Role): Promise<void> {
  await deployment.run(async (ctx) => {
    const id = documentId(ctx, "users", userId);
    const memberships = ctx.db.query("projectMembers").withIndex("by_user", (q) => q.eq("userId", id));
    for await (const { _id } of memberships) await ctx.db.patch("projectMembers", _id, { role });
  });
}

async function deletedProject(deployment: InProcess, { userId }: Person): Promise<string> {
  const made = await deployment.action(internal.admin.projects.create, { name: "Gone", ownerEmail: address() });
  await addMember(deployment, { projectId: made.projectId, userId, role: "owner" });
  await deployment.run(async (ctx) => {
    await ctx.db.patch("projects", documentId(ctx, "projects", made.projectId), { deletingAtMs: 1 });
  });
  return made.projectId;
}

function groundOf(deployment: InProcess): Parameters<typeof fillWorld>[0] {
  return {
    call: (reference, args) => deployment.action(reference as never, args) as never,
    storeFile: async () => (await deployment.upload("", new Uint8Array(12))) as Id<"_storage">,
    insertAll: (table, documents) =>
      deployment.run(async (ctx) => {
        const ids: string[] = [];
        for (const document of documents) ids.push(await ctx.db.insert(table as TableNames, document as never));
        return ids;
      }),
  };
}

async function callsIn(world: World): Promise<SampleCall[]> {
  const kinds = new Map((await publicFunctions()).map(({ name, kind }) => [`function ${name}`, kind]));
  const budgets = budgetsInOrder.filter(([operation]) => operation.startsWith("function "));
  return budgets.map(([operation, , input = {}]) => {
    const { foreign, unknown } = variants(input, world);
    const name = operation.slice("function ".length);
    return { name, kind: kinds.get(operation)!, args: argsFrom(input, world), foreign, unknown };
  });
}

function argsFrom(input: Input | ((world: World) => Input), world: World): Args {
  return typeof input === "function" ? input(world) : input;
}

/** Finds the ids in a call: they are the values that change when the call is made for other rows. */
function variants(input: Input | ((world: World) => Input), world: World): Pick<SampleCall, "foreign" | "unknown"> {
  const own = argsFrom(input, world);
  // Rows with an even index belong to the project, those with an odd index to another project.
  const other = argsFrom(input, { ...world, publicId: (name, index = 0) => world.publicId(name, index + 1) });
  const places = differences(own, other, []);
  return {
    foreign: places.map(({ path, value }) => ({ id: value, args: changed(own, path, value) as Args })),
    unknown: places.map(({ path }) => ({ args: changed(own, path, "nothing") as Args })),
  };
}

type Path = string[];

function differences(one: unknown, two: unknown, path: Path): { path: Path; value: string }[] {
  if (typeof one === "object" && one !== null && typeof two === "object" && two !== null) {
    const others: Args = { ...two };
    return Object.entries(one).flatMap(([key, value]) => differences(value, others[key], [...path, key]));
  }
  return one !== two && typeof two === "string" ? [{ path, value: two }] : [];
}

function changed(value: unknown, [key, ...rest]: Path, replacement: string): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.with(Number(key), changed(value[Number(key)], rest, replacement));
  const fields = value as Args;
  return { ...fields, [key]: changed(fields[key], rest, replacement) };
}
