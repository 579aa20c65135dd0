// The form of the files in tests/http/budgets, which say how many documents each operation reads.
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
// The budgets of an area are measured in their order, first with 20 rows in every table and then with 1,000, or 10,000
// in `npm run proofs`. Both times the number of reads must be the given one, including the reads for the credential. To
// find the number, write 0: the test fails and shows it. With READ_BUDGET_ROWS=100000 the tables in `grow` have that
// many rows.
//
// Half of the rows of a table belong to the project of the request and half to another project. Request lists with a
// limit, since a list without one reads all that it shows. An operation that deletes a row which later operations need
// must take another one, such as `publicId("issues", 2)`: rows with an even index belong to the project of the request.
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id, TableNames } from "../../../convex/_generated/dataModel";
import type { publicId } from "../../../convex/lib/publicIds";

export interface Area {
  /** How to make the rows of each table. Every table must be in one area. */
  rows: { [Table in TableNames]?: (at: Place) => WithoutSystemFields<Doc<Table>> };
  /** The tables that grow for as long as a deployment is used, with what fills them. */
  grow?: { [Table in TableNames]?: string };
  budgets: Budget[];
}

/**
 * The operation is a route's method and path; or `callback` with an operation of the job runner, `webhook` with a type
 * of event, `hook` with a kind of code host, `function` with a public function (which the user of row 0 calls), or
 * `open` with a path that needs no credential. The input is the body, the parameters, the arguments or the data of the
 * event; fields named in the path are put there. `last`: measured after all others.
 */
export type Budget = [operation: string, documentsRead: number, input?: Input | ((world: World) => Input), "last"?];
export type Input = Record<string, unknown>;

/** The row that is being made. */
export interface Place {
  index: number;
  /** A text in lower case that no other row has. */
  unique: string;
  /** The project of the request for rows with an even index, another project for the others. */
  projectId: Id<"projects">;
  /** The user for whom the keys of requests are made. */
  keyUser: Id<"users">;
  /** A stored file, the same for all rows. */
  file: Id<"_storage">;
  /** The id of the row of that table with the same index: another one for each row. */
  id<Table extends TableNames>(table: Table): Id<Table>;
  /** The id of one row of that table in the same project, the same for all rows. */
  parent<Table extends TableNames>(table: Table): Id<Table>;
}

type PublicName = Parameters<typeof publicId>[0];

/** The data among which an operation is measured. */
export interface World {
  /** The public id of the project of the request. */
  projectId: string;
  /** The public id of an empty project of the user of row 0. */
  emptyProjectId: string;
  /** The public id of a row; `index` is 0 by default. */
  publicId: (name: PublicName, index?: number) => string;
  /** The stored file of all rows. */
  fileId: string;
  /** The `unique` text of a row. */
  unique: (index: number) => string;
}
