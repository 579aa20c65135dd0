// Helpers that sign people in and read how their calls are refused.
import { ConvexError } from "convex/values";
import type { UserIdentity } from "convex/server";
import { randomUUID } from "node:crypto";
import { api, internal } from "../../convex/_generated/api";
import type { Role } from "../../convex/callers/membership";
import type { Calls, InProcess } from "../support/inProcess";

export function address(): string {
  return `${randomUUID()}@example.com`;
}

export const issuer = "https://idp.example.com";

/** The identity in a token of the provider. Each call returns another person. */
export function identity(attributes: Partial<UserIdentity> = {}): Partial<UserIdentity> {
  return { issuer, subject: randomUUID(), email: address(), emailVerified: true, ...attributes };
}

export interface Person extends Calls {
  userId: string;
}

export async function signIn(deployment: InProcess, attributes: Partial<UserIdentity> = {}): Promise<Person> {
  const calls = deployment.as(identity(attributes));
  const { id } = await calls.mutation(api.users.dashboard.signIn, {});
  return { ...calls, userId: id };
}

/** Makes a project with a signed-in person in each role. */
export async function staffedProject(deployment: InProcess) {
  const ownerEmail = address();
  const { projectId } = await deployment.action(internal.admin.projects.create, { name: "Demo", ownerEmail });
  const owner = await signIn(deployment, { email: ownerEmail });
  const join = async (role: Role): Promise<Person> => {
    const email = address();
    await owner.mutation(api.members.dashboard.invite, { projectId, email, role });
    return await signIn(deployment, { email });
  };
  return { projectId, people: { owner, admin: await join("admin"), member: await join("member") } };
}

/** Reports a user as the identity provider does with its webhook. */
export async function tellOfUser(deployment: InProcess, idpUserId: string, email: string | null): Promise<void> {
  const event = { kind: "present" as const, idpUserId, email, name: null, updatedAtMs: null };
  await deployment.mutation(internal.idp.endpoints.applyEvent, { messageId: randomUUID(), event });
}

export interface Refusal {
  code: string;
  message: string;
}

/** Returns how a call is refused. Throws when it is not refused. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const refused = await refusalOrNull(call);
  if (refused === null) throw new Error("The call was not refused.");
  return refused;
}

/** Returns how a call is refused, or null when it is not refused. */
export async function refusalOrNull(call: Promise<unknown>): Promise<Refusal | null> {
  try {
    await call;
    return null;
  } catch (thrown) {
    if (thrown instanceof ConvexError) return thrown.data as Refusal;
    throw thrown;
  }
}
