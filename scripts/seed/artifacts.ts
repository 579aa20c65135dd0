// Keeps a file of a run, as a runner does.
import { createHash } from "node:crypto";
import { Failure, isObject } from "../adminFunctions";
import type { Service } from "./service";

interface KeptFile {
  name: string;
  mediaType: string;
  bytes: Buffer<ArrayBuffer>;
}

export async function keepFile(service: Service, sandboxId: string, file: KeptFile): Promise<void> {
  const { name, mediaType, bytes } = file;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const about = { sandboxId, name, mediaType, size: bytes.length, sha256 };
  const { artifactId, uploadUrl } = await service.call("artifact.begin", about);
  const answer = await fetch(String(uploadUrl), { method: "POST", body: bytes });
  const stored: unknown = answer.ok ? await answer.json() : null;
  if (!isObject(stored)) throw new Failure(`The address for ${name} was answered ${answer.status}.`);
  await service.call("artifact.finish", { artifactId, storageId: stored["storageId"] });
}
