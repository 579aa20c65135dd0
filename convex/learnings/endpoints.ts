import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import type { NoInput } from "../api/routes";
import { ownedDocuments } from "../lib/bulk";
import { documentInOrOutOfTrash, knownDocument, ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { compileApproved } from "../learningVersions/approved";
import type { Compiled } from "../learningVersions/compile";
import { readCounts } from "./counts";
import { learningsOf, learningsOfSandbox } from "./lists";
import { createLearnings, discardLearnings, purgeLearning, restoreLearning, setStatus, updateContent } from "./model";
import { presentLearning } from "./present";
import type { LearningView } from "./present";
import type { CreateRequest, ListRequest, PreviewRequest, SandboxListRequest, UpdateContentRequest } from "./requests";
import type { LearningReview } from "./schema";
import type { Counts } from "./stats";

type One = { learningId: string };
type Many = { learningIds: string[] };

export const list = projectQuery(
  async (ctx, { limit, cursor, ...filters }: ListRequest): Promise<Page<LearningView>> => {
    const newestFirst = (fromMs: number) => learningsOf(ctx, ctx.project._id, filters, fromMs);
    const paged = { project: ctx.project, name: listName("learnings", filters), sources: [newestFirst] };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, presentLearning);
  },
);

export const listOfSandbox = projectQuery(
  async (ctx, { limit, cursor, sandboxId }: SandboxListRequest): Promise<Page<LearningView>> => {
    const sandbox = await ownedDocument(ctx, "sandboxes", sandboxId);
    const newestFirst = (fromMs: number) => learningsOfSandbox(ctx, sandbox._id, fromMs);
    const name = listName("learnings/by-sandbox", { sandboxId: sandbox._id });
    const paged = { project: ctx.project, name, sources: [newestFirst] };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, presentLearning);
  },
);

export const stats = projectQuery(
  async (ctx, _input: NoInput): Promise<Counts> => await readCounts(ctx, ctx.project._id),
);

export const preview = projectQuery(
  async (ctx, { roleType }: PreviewRequest): Promise<Compiled & { roleType?: string }> => {
    const compiled = await compileApproved(ctx, ctx.project._id, roleType);
    return { ...compiled, ...(roleType === undefined ? {} : { roleType }) };
  },
);

export const create = projectMutation(async (ctx, content: CreateRequest): Promise<LearningView> => {
  const [id] = await createLearnings(ctx, [{ projectId: ctx.project._id, content, origin: {} }]);
  if (id === undefined) throw new Error("The learning was not created.");
  return presentLearning(await knownDocument(ctx, "learnings", id));
});

export const updateStatus = projectMutation(
  async (ctx, { learningId, status }: One & { status: LearningReview }): Promise<LearningView> => {
    const learning = await ownedDocument(ctx, "learnings", learningId);
    await setStatus(ctx, ctx.project._id, [learning], status);
    return presentLearning(await knownDocument(ctx, "learnings", learning._id));
  },
);

export const update = projectMutation(
  async (ctx, { learningId, ...changes }: UpdateContentRequest): Promise<LearningView> =>
    presentLearning(await updateContent(ctx, await ownedDocument(ctx, "learnings", learningId), changes)),
);

export const remove = projectMutation(async (ctx, { learningId }: One) => {
  const learning = await ownedDocument(ctx, "learnings", learningId);
  await discardLearnings(ctx, ctx.project._id, [learning], ctx.key.userId);
  const id = publicId("learnings", learning._id);
  return { id, _id: id, deleted: true };
});

export const restore = projectMutation(async (ctx, { learningId }: One): Promise<LearningView> => {
  const learning = await documentInOrOutOfTrash(ctx, "learnings", learningId);
  await restoreLearning(ctx, learning);
  return presentLearning(learning);
});

export const purge = projectMutation(async (ctx, { learningId }: One) => {
  const learning = await documentInOrOutOfTrash(ctx, "learnings", learningId);
  await purgeLearning(ctx, learning);
  const id = publicId("learnings", learning._id);
  return { id, _id: id, deleted: true };
});

export const updateStatusOfMany = projectMutation(
  async (ctx, { learningIds, status }: Many & { status: LearningReview }) => {
    const learnings = await ownedDocuments(ctx, "learnings", learningIds);
    await setStatus(ctx, ctx.project._id, learnings, status);
    return { ids: learnings.map(({ _id }) => publicId("learnings", _id)), count: learnings.length, status };
  },
);

export const removeMany = projectMutation(async (ctx, { learningIds }: Many) => {
  const learnings = await ownedDocuments(ctx, "learnings", learningIds);
  await discardLearnings(ctx, ctx.project._id, learnings, ctx.key.userId);
  return { ids: learnings.map(({ _id }) => publicId("learnings", _id)), count: learnings.length, deleted: true };
});
