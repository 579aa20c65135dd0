import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";
import { operationBuilders } from "../callback/operationBuilders";
import type { Operation } from "../callback/operationBuilders";

const { endpoints, operations: runner } = internal.runs;
const requests = () => import("./requests");
const { follow, get, list, post } = routeBuilders(requests);
const { query, mutation } = operationBuilders(requests);

const allRuns = { scope: "runs:read", query: "list", legacyQuery: "legacyList", shape: { legacy: "nested" } } as const;
const bare = { scope: "runs:read", shape: { legacy: "bare", hasRequestId: true } } as const;
const move = { scope: "runs:write", body: "one" } as const;

export const routes: Route[] = [
  /** Lists runs, newest first. With `search` the best matches come first. */
  list("/runs", endpoints.list, allRuns),
  /** Lists runs, newest first. */
  list("/runs/list", endpoints.list, allRuns),
  /** Lists the runs of a workflow, newest first. */
  list("/runs/by-workflow", endpoints.listByWorkflow, { ...bare, query: "byWorkflow" }),
  /** Lists the runs of a sprint chain, newest first. */
  list("/runs/by-chain", endpoints.listByChain, { ...bare, query: "byChain" }),
  /** Shows a run with its steps and sandboxes. */
  get("/runs/get", endpoints.get, { scope: "runs:read", query: "get" }),
  /** Shows a run with its steps and sandboxes. */
  get("/runs/detail", endpoints.detail, { scope: "runs:read", query: "detail" }),
  /** Shows the run with this number in the project. */
  get("/runs/by-number", endpoints.getByNumber, { scope: "runs:read", query: "byNumber" }),
  /**
   * Lists the events of a run, the oldest first. With `wait` the answer waits for the next event, and with `Accept:
   * text/event-stream` the events come as a stream.
   */
  follow("/runs/events", internal.runEvents.endpoints.list, {
    scope: "runs:read",
    further: internal.runEvents.endpoints.listFurther,
    positionOfId: (id) => (/^[0-9]{1,15}$/.test(id) ? Number(id) : null),
    query: "events",
  }),
  /**
   * Starts a run of a workflow, or schedules it for later. With `onConflict` `skip` it answers 200 with the run that
   * has the same conflict key and is not over.
   */
  post("/runs/start", endpoints.start, { scope: "runs:write", body: "start", status: 201, mayExist: true }),
  /** Starts several runs, all or none. */
  post("/runs/start-many", endpoints.startMany, { scope: "runs:write", body: "startMany", status: 201 }),
  /** Pauses a run. */
  post("/runs/pause", endpoints.pause, move),
  /** Resumes a run that is paused, or lets one go that waits for its provider. */
  post("/runs/resume", endpoints.resume, move),
  /** Cancels a run that is not over. */
  post("/runs/cancel", endpoints.cancel, move),
  /** Begins a new attempt of a run that is over. With `fromStep` the steps before it keep their results. */
  post("/runs/restart", endpoints.restart, { scope: "runs:write", body: "restart" }),
  /** Lets a run that is over continue in a round: on its branch, with its pull request. */
  post("/runs/continue", endpoints.continueRun, { scope: "runs:write", body: "continueRun" }),
  /** Calls a run completed that waits or has failed for a gate. */
  post("/runs/accept", endpoints.accept, { scope: "runs:write", body: "accept" }),
  /** Shows what the gates of a run have shown: the newest result of each. */
  get("/runs/proof", endpoints.proof, { scope: "runs:read", query: "proof" }),
  /** Asks a run to stop when the present turn of its agent is over. */
  post("/runs/request-graceful-stop", endpoints.stopGracefully, move),
  /** Gives a run another name. */
  post("/runs/rename", endpoints.rename, { scope: "runs:write", body: "rename" }),
  /** Moves a run to the trash. */
  post("/runs/delete", endpoints.discard, move),
  /** Takes a run out of the trash. */
  post("/runs/restore", endpoints.restore, move),
  /** Deletes a run for good, with all that is its own. */
  post("/runs/permanent-delete", endpoints.purge, move),
  /** Moves several runs to the trash. */
  post("/runs/bulk-delete", endpoints.discardMany, { scope: "runs:write", body: "bulkDelete" }),
];

export const operations: Operation[] = [
  query("run.get", "one", runner.get),
  mutation("run.create", "create", runner.create),
  mutation("run.createChainRun", "createChainRun", runner.createChainRun),
  mutation("run.updateStatus", "updateStatus", runner.updateStatus),
  mutation("run.updatePr", "updatePr", runner.updatePr),
  mutation("run.updateProgress", "updateProgress", internal.usage.operations.updateProgress),
  mutation("run.setStopFlag", "setStopFlag", runner.setStop),
  mutation("run.updateCiChecks", "updateCiChecks", runner.updateCiChecks),
  mutation("run.reportRequest", "reportRequest", runner.reportRequest),
  query("run.getDelivery", "delivery", internal.jobInputs.operations.ofRun),
  query("run.getPart", "part", internal.jobInputs.operations.part),
];
