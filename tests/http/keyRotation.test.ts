// How a key is replaced by another one.
import { expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createProject, dataOf, projectForEach, refusalOf } from "../support/fixtures";

const rotate = "/project/api-keys/rotate";

describeEverywhere((deployment) => {
  const { project, api } = projectForEach(deployment);

  async function makeKey(body: object = {}, by = api) {
    return await dataOf(by.post("/project/api-keys/generate", { name: "CI", ...body }));
  }
  async function shown(keyId: string) {
    const keys: { id: string }[] = await dataOf(api.get("/project/api-keys"));
    return keys.find(({ id }) => id === keyId);
  }
  const works = async (key: string) => (await client(deployment, key).get("/project")).status === 200;

  it("200 with a key that has the name, scopes, workflows and expiry of the old one, which ends at once", async () => {
    const { id: workflowId } = await dataOf(
      api.post("/workflows", { name: "Build", steps: [{ role: "designer", name: "Design" }] }),
    );
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const old = await makeKey({ preset: "operator", workflowIds: [workflowId], expiresAt });
    const { key, ...view } = await dataOf(api.post(rotate, { keyId: old.id }));
    const { name, scopes, preset, workflowIds } = old;
    expect(view).toMatchObject({ name, scopes, preset, workflowIds, expiresAt, status: "active", replacedBy: null });
    expect([await works(old.key), await works(key)]).toEqual([false, true]);
    expect(await shown(old.id)).toMatchObject({ status: "revoked", replacedBy: view.id });
    expect(JSON.stringify(await shown(view.id))).not.toContain(key);
  });

  it("the old key works until the time of grace is over, and is revoked then", async () => {
    const old = await makeKey();
    const { key, id } = await dataOf(api.post(rotate, { keyId: old.id, graceSeconds: 1 }));
    expect([await works(old.key), await works(key)]).toEqual([true, true]);
    expect(await shown(old.id)).toMatchObject({ status: "active", replacedBy: id });
    await expect.poll(() => works(old.key), { timeout: 5000 }).toBe(false);
    await expect.poll(async () => await shown(old.id), { timeout: 5000 }).toMatchObject({ status: "revoked" });
    expect(await works(key)).toBe(true);
  });

  it("a key rotates itself, and the new one ends with the same maker", async () => {
    const own = await makeKey({ scopes: ["admin"] });
    const { key, madeByKeyId } = await dataOf(client(deployment, own.key).post(rotate, { keyId: own.id }));
    expect(madeByKeyId).toBe(own.madeByKeyId);
    expect([await works(own.key), (await client(deployment, key).get("/project/api-keys")).status]).toEqual([
      false,
      200,
    ]);
  });

  it("what another key replaces ends with that key", async () => {
    const other = await createKey(deployment, project.projectId, ["*"]);
    const old = await makeKey();
    const { key, madeByKeyId } = await dataOf(client(deployment, other.apiKey).post(rotate, { keyId: old.id }));
    expect(madeByKeyId).toBe(other.keyId);
    await dataOf(api.post("/project/api-keys/revoke", { keyId: other.keyId }));
    expect(await works(key)).toBe(false);
  });

  it("409 CONFLICT for a key that is revoked, expired or replaced already", async () => {
    const [revoked, replaced, expiring] = [
      await makeKey(),
      await makeKey(),
      await makeKey({ expiresAt: new Date(Date.now() + 300).toISOString() }),
    ];
    await dataOf(api.post("/project/api-keys/revoke", { keyId: revoked.id }));
    await dataOf(api.post(rotate, { keyId: replaced.id, graceSeconds: 60 }));
    await expect.poll(() => works(expiring.key), { timeout: 5000 }).toBe(false);
    for (const { id } of [revoked, replaced, expiring])
      expect(await refusalOf(api.post(rotate, { keyId: id }))).toEqual([409, "CONFLICT"]);
  });

  it("403 SCOPE_DENIED for a key that holds more: scopes, workflows, time, or that made the caller", async () => {
    const { id: workflowId } = await dataOf(
      api.post("/workflows", { name: "Build", steps: [{ role: "designer", name: "Design" }] }),
    );
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const all = await makeKey();
    const narrow = await makeKey({ scopes: ["admin"] });
    const bound = await makeKey({ workflowIds: [workflowId] });
    const short = await makeKey({ expiresAt });
    const child = await makeKey({}, client(deployment, all.key));
    for (const { key } of [narrow, bound, short, child])
      expect(await refusalOf(client(deployment, key).post(rotate, { keyId: all.id }))).toEqual([403, "SCOPE_DENIED"]);
    expect(await works(all.key)).toBe(true);
  });

  it("404 for no key, 403 FORBIDDEN for another project's, and 400 for a wrong time of grace", async () => {
    const theirs = await createProject(deployment, "Other");
    const { keyId } = await createKey(deployment, theirs.projectId, ["*"]);
    expect(await refusalOf(api.post(rotate, { keyId: "key_nothing" }))).toEqual([404, "NOT_FOUND"]);
    expect(await refusalOf(api.post(rotate, { keyId }))).toEqual([403, "FORBIDDEN"]);
    for (const graceSeconds of [-1, 604_801, 1.5, "1"])
      expect(await refusalOf(api.post(rotate, { keyId, graceSeconds }))).toEqual([400, "VALIDATION", "graceSeconds"]);
  });

  it("409 for the repeat of a request, whose answer held a key, and the key of the first stays the only one", async () => {
    const old = await makeKey();
    const body = { keyId: old.id, graceSeconds: 60 };
    const first = await dataOf(api.post(rotate, body, { "Idempotency-Key": "again" }));
    expect(await refusalOf(api.post(rotate, body, { "Idempotency-Key": "again" }))).toEqual([409, "CONFLICT"]);
    expect(await shown(old.id)).toMatchObject({ replacedBy: first.id });
  });
});
