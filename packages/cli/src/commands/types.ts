// The answers that commands show, with the types of the client.
import type { Switchyard } from "../../../client/src/index";

type ItemOf<Items> = Items extends AsyncIterable<infer Item> ? Item : never;

export type RunSummary = ItemOf<ReturnType<Switchyard["runs"]["list"]>>;
export type Run = Awaited<ReturnType<Switchyard["runs"]["get"]>>;
export type Proof = Awaited<ReturnType<Switchyard["runs"]["proof"]>>;
export type Artifact = ItemOf<ReturnType<Switchyard["runs"]["artifacts"]>>;
export type Feedback = ItemOf<ReturnType<Switchyard["runs"]["feedback"]>>;
export type Outcome = Awaited<ReturnType<Switchyard["analytics"]["outcomes"]>>[number];
export type BulkAction = Awaited<ReturnType<Switchyard["runs"]["bulk"]>>;
export type RunEvent = ItemOf<ReturnType<Switchyard["runs"]["events"]>>;
export type Event = ItemOf<ReturnType<Switchyard["events"]>>;
export type Workflow = ItemOf<ReturnType<Switchyard["workflows"]["list"]>>;
export type Issue = ItemOf<ReturnType<Switchyard["issues"]["list"]>>;
export type Question = ItemOf<ReturnType<Switchyard["runs"]["questions"]>>;
export type Message = ItemOf<ReturnType<Switchyard["sandboxes"]["messages"]>>;
