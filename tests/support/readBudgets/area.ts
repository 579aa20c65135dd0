// How the files in tests/http/budgets say how many documents each operation reads.
//
//   export const area: Area = {
//     rows: {
//       issues: (at) => ({ projectId: at.projectId, title: "Crash", status: "open" }),
//       issueComments: (at) => ({ projectId: at.projectId, issueId: at.parent("issues"), userId: at.id("users") }),
//     },
//     budgets: [
//       ["GET /issues", 7, { status: "open", limit: 3 }],
//       ["GET /issues/:id", 4, ({ publicId }) => ({ id: publicId("issues") })],
//       ["POST /issues/create", 5, { title: "Crash" }],
//       ["callback issue.get", 2, ({ publicId }) => ({ issueId: publicId("issues") })],
//     ],
//   };
//
// The budgets of an area are measured in their order, first with 20 rows in every table and then with 10,000; both
// times it has to be the number that is given, the reads of the credential included. Which number that is the test
// says: write 0 and look. With READ_BUDGET_ROWS=100000 the tables that `grow` have that many.
//
// Half of the rows of a table belong to the project of the request and half to another. A list is asked for with a
// limit, since one that is shown whole reads what it shows. An operation that destroys what later ones need takes
// another row than the first, `publicId("issues", 2)`: even ones are of the project of the request.
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id, TableNames } from "../../../convex/_generated/dataModel";
import type { publicId } from "../../../convex/lib/publicIds";

export interface Area {
  /** What the rows are like that fill a table. Every table has to be in one area. */
  rows: { [Table in TableNames]?: (at: Place) => WithoutSystemFields<Doc<Table>> };
  /** The tables that go on growing for as long as a deployment is used, and with what. */
  grow?: { [Table in TableNames]?: string };
  budgets: Budget[];
}

/**
 * The operation as its route says it; or `callback` and an operation of the job runner, `webhook` and a type of event,
 * `function` and a public function, `users/dashboard:signIn`, called by the user of row 0; or `open` and a path that
 * takes no credential. The input is the body, the
 * parameters, the arguments or the data of the event; fields named in the path go there. `last`: after all others.
 */
export type Budget = [operation: string, documentsRead: number, input?: Input | ((world: World) => Input), "last"?];
export type Input = Record<string, unknown>;

/** Which row of its table is made. */
export interface Place {
  index: number;
  /** No other row has this text; it is in lower case. */
  unique: string;
  /** The project of the request for even rows, another one for odd rows. */
  projectId: Id<"projects">;
  /** For whom the keys of requests are made. */
  keyUser: Id<"users">;
  /** The row of that table with this index: a different one for each row. */
  id<Table extends TableNames>(table: Table): Id<Table>;
  /** One row of that table in the same project, the same for all rows. */
  parent<Table extends TableNames>(table: Table): Id<Table>;
}

type PublicName = Parameters<typeof publicId>[0];

/** Where an operation is measured. */
export interface World {
  /** Of the request, as clients see it. */
  projectId: string;
  /** Another one of the user of row 0, with nothing in it. */
  emptyProjectId: string;
  /** Of a row that was made, the first one if not said otherwise. */
  publicId: (name: PublicName, index?: number) => string;
  /** The `unique` of a row. */
  unique: (index: number) => string;
}
