import { afterEach, beforeEach, expect, it } from "vitest";
import { mutate, temporaryDatabase, type TemporaryDatabase } from "../../database/testing/temporaryDatabase";
import { cancelJob, insertJob, type NewJob } from "./jobs";

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase({ committing: "here" });
});
afterEach(() => temporary.remove());

const job: NewJob = { target: "", name: "jobs:run", args: {}, argsBytes: 2, isAction: false, at: 1_700_000_000_000 };

it("cancelling a job whose document has been deleted changes nothing, and malformed ids are refused", async () => {
  await mutate(temporary.database, (transaction) => {
    const id = insertJob(transaction, "", job, null);
    transaction.removeSystem("", "_scheduled_functions", id);
    expect(() => cancelJob(transaction, "", id)).not.toThrow();
    for (const wrong of ["nothing", `${id}x`, 1, undefined]) {
      expect(() => cancelJob(transaction, "", wrong)).toThrow("scheduler.cancel");
    }
  });
});
