// Tests of what contexts, skills, commands and scripts have in common, run for each kind.
import { describe, expect, it } from "vitest";
import type { Deployment } from "./deployment";
import { client, createKey, dataOf, projectForEach, refusalOf, runner } from "./fixtures";
import type { Client } from "./fixtures";

export interface Kind {
  noun: "context" | "skill" | "command" | "script";
  path: string;
  idPrefix: RegExp;
  versionPrefix: RegExp;
  /** The fields that a creation needs besides the name. */
  required: object;
  /** The content of a version, different for each number. */
  content: (number: number) => object;
  /** The path below the asset's own at which new versions are published. */
  publishAt: "" | "/publish";
  /** The beginning of ids of another kind. */
  foreignPrefix: string;
}

const time = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);

export function testAssets(deployment: Deployment, kind: Kind): void {
  const { path, content } = kind;
  const job = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  async function create(fields: object = {}, by = api): Promise<string> {
    return (await dataOf(by.post(path, { name: "style", ...kind.required, ...fields }))).id;
  }

  const publish = (id: string, number: number) => api.put(`${path}/${id}${kind.publishAt}`, content(number));
  const detail = (id: string) => dataOf(api.get(`${path}/${id}`));
  const versionsOf = (id: string) => dataOf(api.get(`${path}/${id}/versions`));
  const activate = (id: string, v: number | string) => api.put(`${path}/${id}/versions/${v}/activate`);

  /** The asset as it is shown, with what a test expects of its versions. */
  const shown = (id: string, activeVersion: object | null) => ({
    id,
    _id: id,
    name: "style",
    description: null,
    ...kind.required,
    activeVersion,
    createdAt: time,
    updatedAt: time,
  });
  const summary = (version: number) => {
    const versionId = expect.stringMatching(kind.versionPrefix);
    return { id: versionId, _id: versionId, version, publishedAt: time };
  };
  const published = (number: number) => ({ ...summary(number), publishedBy: project.userId, ...content(number) });

  describe(`POST /api/v1${path}`, () => {
    it("201 with no version where no content is given, null counting as not given", async () => {
      const empty = { description: null, ...Object.fromEntries(Object.keys(content(1)).map((field) => [field, null])) };
      const { status, body } = await api.post(path, { name: "style", ...kind.required, ...empty });
      const { id } = body.data;
      expect(status).toBe(201);
      expect(id).toMatch(kind.idPrefix);
      expect(body.data).toEqual(shown(id, null));
      expect(await detail(id)).toEqual({ ...shown(id, null), versions: [] });
      expect(await versionsOf(id)).toEqual([]);
    });

    it("201 with content published as version 1 and active", async () => {
      const { status, body } = await api.post(path, { name: "style", ...kind.required, ...content(1) });
      const { id } = body.data;
      expect(status).toBe(201);
      expect(body.data).toEqual(shown(id, summary(1)));
      expect(await detail(id)).toEqual({ ...shown(id, published(1)), versions: [1] });
    });

    it("409 CONFLICT for a name that is taken in the project, and in no other", async () => {
      const id = await create();
      const again = api.post(path, { name: "style", ...kind.required, ...content(1) });
      expect(await refusalOf(again)).toEqual([409, "CONFLICT"]);
      expect((await api.get(path)).body.data).toEqual([shown(id, null)]);
      await stranger.post(path, { name: "style", ...kind.required });
    });

    it.each([
      ["name", {}],
      ["name", { name: "" }],
      ["name", { name: null }],
      ["name", { name: "x".repeat(101) }],
      ["description", { name: "style", description: 1 }],
      ["colour", { name: "style", colour: "red" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post(path, { ...kind.required, ...body }))).toEqual([400, "VALIDATION", field]);
      expect((await api.get(path)).body.data).toEqual([]);
    });

    it("one of 20 concurrent creations gets the name", async () => {
      const body = { name: "style", ...kind.required };
      const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(path, body)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    });
  });

  describe(`GET /api/v1${path}`, () => {
    it("200 with all of them without content, newest first, or in pages", async () => {
      const ids = [];
      for (const name of ["a", "b", "c"]) ids.unshift(await create({ name, ...content(1) }));
      const { body } = await api.get(path);
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(body.data[0]).toEqual({ ...shown(ids[0]!, summary(1)), name: "c" });
      expect(body).toMatchObject({ nextCursor: null, hasMore: false });
      const first = (await api.get(`${path}?limit=2`)).body;
      const second = (await api.get(`${path}?limit=2&cursor=${first.nextCursor}`)).body;
      expect([...first.data, ...second.data]).toEqual(body.data);
      expect([first.hasMore, second.hasMore]).toEqual([true, false]);
      const elsewhere = stranger.get(`${path}?cursor=${first.nextCursor}`);
      expect(await refusalOf(elsewhere)).toEqual([400, "VALIDATION", "cursor"]);
    });
  });

  describe(`PUT /api/v1${path}/:id`, () => {
    it("200 changing what is given without a new version; null clears", async () => {
      const id = await create({ description: "Old.", ...content(1) });
      const changed = await dataOf(api.put(`${path}/${id}`, { name: "tone", description: null }));
      expect(changed).toEqual({ ...shown(id, summary(1)), name: "tone" });
      expect(await detail(id)).toEqual({ ...changed, activeVersion: published(1), versions: [1] });
      await api.put(`${path}/${id}`, { description: "New." });
      expect(await detail(id)).toMatchObject({ name: "tone", description: "New.", versions: [1] });
    });

    it("200 for its own name, 409 CONFLICT for another one's", async () => {
      const id = await create();
      await create({ name: "tone" });
      expect((await api.put(`${path}/${id}`, { name: "style" })).status).toBe(200);
      const taken = { name: "tone", description: "New." };
      expect(await refusalOf(api.put(`${path}/${id}`, taken))).toEqual([409, "CONFLICT"]);
      expect(await detail(id)).toMatchObject({ name: "style", description: null });
    });

    it.each([
      ["name", { name: null }],
      ["name", { name: "" }],
      ["id", { id: "x" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.put(`${path}/${await create()}`, body))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("versions", () => {
    it("publishing makes the next one active; earlier ones stay and can be activated again", async () => {
      const id = await create();
      for (const number of [1, 2, 3]) expect((await publish(id, number)).status).toBe(200);
      const listed = (number: number, isActive: boolean) => ({ ...published(number), isActive });
      expect(await versionsOf(id)).toEqual([listed(3, true), listed(2, false), listed(1, false)]);
      expect((await activate(id, 1)).body.data).toEqual({ activeVersion: 1, activatedAt: time });
      expect(await versionsOf(id)).toEqual([listed(3, false), listed(2, false), listed(1, true)]);
      expect(await detail(id)).toEqual({ ...shown(id, published(1)), versions: [1, 2, 3] });
      await publish(id, 4);
      expect(await detail(id)).toEqual({ ...shown(id, published(4)), versions: [1, 2, 3, 4] });
    });

    it("activating the active one changes nothing", async () => {
      const id = await create(content(1));
      expect((await activate(id, 1)).status).toBe(200);
      expect(await detail(id)).toEqual({ ...shown(id, published(1)), versions: [1] });
    });

    it("count from 1 without gaps when 50 are published at once", async () => {
      const id = await create();
      const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => publish(id, index)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
      const all = Array.from({ length: 50 }, (_, index) => index + 1);
      const { versions, activeVersion } = await detail(id);
      expect([versions, activeVersion.version]).toEqual([all, 50]);
      const { body } = await api.get(`${path}/${id}/versions?limit=100`);
      expect(body.data.map(({ version }: { version: number }) => version)).toEqual(all.toReversed());
    });

    it("come in pages of 25, whose cursors do not fit another list", async () => {
      const [id, other] = [await create(), await create({ name: "tone" })];
      for (let number = 1; number <= 27; number++) await publish(id, number);
      const first = (await api.get(`${path}/${id}/versions`)).body;
      const second = (await api.get(`${path}/${id}/versions?cursor=${first.nextCursor}`)).body;
      expect([first.data.length, first.hasMore, second.data.length, second.hasMore]).toEqual([25, true, 2, false]);
      expect(second.data.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
      const elsewhere = api.get(`${path}/${other}/versions?cursor=${first.nextCursor}`);
      expect(await refusalOf(elsewhere)).toEqual([400, "VALIDATION", "cursor"]);
    });

    it.each(["0", "-1", "1.5", "01", "one", "%20"])("400 VALIDATION naming v for version %s", async (v) => {
      expect(await refusalOf(activate(await create(content(1)), v))).toEqual([400, "VALIDATION", "v"]);
      expect(await refusalOf(activate("x", v))).toEqual([400, "VALIDATION", "v"]);
    });

    it("404 NOT_FOUND for a version that there is not", async () => {
      const id = await create(content(1));
      expect(await refusalOf(activate(id, 2))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(activate(id, "9007199254740993"))).toEqual([404, "NOT_FOUND"]);
      expect((await detail(id)).activeVersion.version).toBe(1);
    });
  });

  describe(`DELETE /api/v1${path}/:id`, () => {
    it("200 and it is gone from everywhere, its name free", async () => {
      const id = await create(content(1));
      expect((await api.delete(`${path}/${id}`)).body.data).toEqual({ id, _id: id, deleted: true });
      for (const call of [
        api.get(`${path}/${id}`),
        api.get(`${path}/${id}/versions`),
        api.put(`${path}/${id}`, { name: "tone" }),
        publish(id, 2),
        activate(id, 1),
        api.delete(`${path}/${id}`),
      ]) {
        expect(await refusalOf(call)).toEqual([404, "NOT_FOUND"]);
      }
      expect((await api.get(path)).body.data).toEqual([]);
      expect(await job.call(`${kind.noun}.listActive`, { projectId: project.projectId })).toEqual([]);
      await create();
    });
  });

  describe(`${kind.noun}.listActive`, () => {
    const listActive = (args: object = {}) =>
      job.call(`${kind.noun}.listActive`, { projectId: project.projectId, ...args });

    it("gives the active versions, by name", async () => {
      const second = await create({ name: "tone", ...content(1) });
      const first = await create();
      await create({ name: "unpublished" });
      await create({ name: "theirs", ...content(1) }, stranger);
      for (const number of [1, 2]) await publish(first, number);
      await activate(first, 1);
      const expected = [shown(first, published(1)), { ...shown(second, published(1)), name: "tone" }];
      expect(await listActive()).toEqual(expected);
      expect(await listActive({ after: "style" })).toEqual(expected.slice(1));
      expect(await listActive({ after: "tone" })).toEqual([]);
    });

    it("400 for a project that there is not, or none", async () => {
      const unknown = await job.refused(`${kind.noun}.listActive`, { projectId: "proj_x" });
      expect(unknown).toEqual([400, expect.stringContaining("proj_x")]);
      expect((await job.refused(`${kind.noun}.listActive`, {}))[0]).toBe(400);
    });
  });

  /** All requests about one asset. */
  const requestsFor = (by: Client, id: string) => [
    by.get(`${path}/${id}`),
    by.get(`${path}/${id}/versions`),
    by.put(`${path}/${id}`, { description: "Theirs." }),
    by.put(`${path}/${id}${kind.publishAt}`, content(2)),
    by.put(`${path}/${id}/versions/1/activate`),
    by.delete(`${path}/${id}`),
  ];

  it("403 FORBIDDEN for another project's, which stays as it is", async () => {
    const id = await create(content(1));
    const before = await detail(id);
    for (const call of requestsFor(stranger, id)) expect(await refusalOf(call)).toEqual([403, "FORBIDDEN"]);
    expect(await detail(id)).toEqual(before);
  });

  it("404 NOT_FOUND for ids that name nothing or have the prefix of another kind", async () => {
    const id = await create(content(1));
    const bare = id.slice(id.indexOf("_") + 1);
    const prefix = id.slice(0, id.indexOf("_") + 1);
    for (const wrong of [bare, prefix, `${prefix}x`, kind.foreignPrefix + bare]) {
      for (const call of requestsFor(api, wrong)) expect(await refusalOf(call)).toEqual([404, "NOT_FOUND"]);
    }
    const otherPath = { ctx_: "/contexts", skill_: "/skills" }[kind.foreignPrefix] ?? "";
    for (const as of [id, kind.foreignPrefix + bare]) {
      expect(await refusalOf(api.get(`${otherPath}/${as}`))).toEqual([404, "NOT_FOUND"]);
    }
    expect(await detail(id)).toMatchObject({ description: null, versions: [1] });
  });

  it("403 SCOPE_DENIED without the scope, before anything else is looked at", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["assets:read"])).apiKey);
    const other = client(deployment, (await createKey(deployment, project.projectId, ["runs:write"])).apiKey);
    expect((await reader.get(path)).status).toBe(200);
    for (const call of [
      reader.post(path),
      reader.put(`${path}/x`),
      reader.put(`${path}/x/versions/x/activate`),
      reader.delete(`${path}/x`),
      other.get(path),
      other.get(`${path}/x`),
      other.get(`${path}/x/versions`),
    ]) {
      expect(await refusalOf(call)).toEqual([403, "SCOPE_DENIED"]);
    }
  });

  it("a repeated publication with one Idempotency-Key takes effect once", async () => {
    const key = { "Idempotency-Key": "once" };
    const body = { name: "style", ...kind.required, ...content(1) };
    const [first, second] = [await api.post(path, body, key), await api.post(path, body, key)];
    expect(second.body.data).toEqual(first.body.data);
    expect((await api.get(path)).body.data).toHaveLength(1);
  });
}
