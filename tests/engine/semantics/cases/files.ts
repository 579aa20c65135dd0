// File storage as functions see it. Uploads and downloads by URL are tested on the engine only.
import type { Value } from "convex/values";
import { type Case, part, returns, throws } from "../case";
import type { Subject } from "../subject";

const test = part("files");

const abcHex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const abcBase64 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";

async function store(subject: Subject, text: string, type?: string): Promise<string> {
  return (await subject.action("files:store", { text, ...(type === undefined ? {} : { type }) })) as string;
}

async function goneFile(subject: Subject): Promise<string> {
  const id = await store(subject, "gone");
  await subject.mutation("files:remove", { id });
  return id;
}

export const fileCases: Case[] = [
  test(
    "an action stores a file and reads it back",
    async (subject) => await subject.action("files:read", { id: await store(subject, "grüße") }),
    returns({ text: "grüße", size: 7 }),
  ),
  test(
    "an empty file is a file",
    async (subject) => await subject.action("files:read", { id: await store(subject, "") }),
    returns({ text: "", size: 0 }),
  ),
  test(
    "a file has a row with its digest, size and type",
    async (subject) => {
      const row = (await subject.query("files:row", { id: await store(subject, "abc", "text/plain") })) as Record<
        string,
        Value
      >;
      return { sha256: row["sha256"], size: row["size"], contentType: row["contentType"] };
    },
    returns({ sha256: abcBase64, size: 3, contentType: "text/plain" }),
  ),
  test(
    "the row of a file is in db.system.query",
    async (subject) => {
      const id = await store(subject, "abc");
      return ((await subject.query("files:rows")) as { _id: string }[]).map((row) => row._id === id);
    },
    returns([true]),
  ),
  test(
    "getMetadata gives the digest in hex",
    async (subject) => {
      const id = await store(subject, "abc", "text/plain");
      const metadata = (await subject.query("files:metadata", { id })) as Record<string, Value>;
      return { ...metadata, storageId: metadata["storageId"] === id };
    },
    returns({ storageId: true, sha256: abcHex, size: 3, contentType: "text/plain" }),
  ),
  test(
    "a file has a URL",
    async (subject) =>
      ((await subject.query("files:url", { id: await store(subject, "abc") })) as string).includes("/api/storage/"),
    returns(true),
  ),
  test(
    "a deleted file has no URL",
    async (subject) => await subject.query("files:url", { id: await goneFile(subject) }),
    returns(null),
  ),
  test(
    "an id of another table is not that of a file",
    async (subject) => {
      const id = await subject.mutation("documents:insert", { table: "things", value: { label: "no file" } });
      return await subject.query("files:url", { id });
    },
    throws(/_storage/),
  ),
  test(
    "a deleted file cannot be read",
    async (subject) => await subject.action("files:read", { id: await goneFile(subject) }),
    returns(null),
  ),
  test(
    "a deleted file has no row",
    async (subject) => await subject.query("files:row", { id: await goneFile(subject) }),
    returns(null),
  ),
  test(
    "an action deletes a file",
    async (subject) => {
      const id = await store(subject, "abc");
      await subject.action("files:removeFromAction", { id });
      return await subject.query("files:row", { id });
    },
    returns(null),
  ),
  test(
    "a mutation that throws has deleted no file",
    async (subject) => {
      const id = await store(subject, "abc");
      await subject.mutation("files:removeThenThrow", { id }).catch(() => undefined);
      return await subject.action("files:read", { id });
    },
    returns({ text: "abc", size: 3 }),
  ),
  test(
    "deleting a file twice is an error",
    async (subject) => await subject.mutation("files:remove", { id: await goneFile(subject) }),
    throws(/./),
  ),
  test(
    "a file with another digest than promised is not stored",
    async (subject) => {
      const sha256 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
      await subject.action("files:store", { text: "abc", sha256 });
    },
    throws(/./),
  ),
  test("a mutation cannot store a file", (subject) => subject.mutation("files:storeInMutation"), throws(/./)),
  test(
    "an upload URL is an address of the deployment",
    async (subject) => ((await subject.mutation("files:uploadUrl")) as string).includes("/api/storage/upload?token="),
    returns(true),
  ),
];
