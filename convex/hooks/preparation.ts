// Makes and encrypts the secret of a hook. Only the ciphertext reaches the transaction.
import type { Preparation } from "../api/routeBuilders";
import { encrypt } from "../lib/encryption";
import { hookAssociatedData } from "../sealing/associatedData";
import type { CreateRequest } from "./requests";

const secretLength = 32;

export type PreparedHook = CreateRequest & { secret: { name: string; ciphertext: string } };

export const hookPreparation = {
  async prepare(request, projectId) {
    const secret = `svc_hook_${hex(crypto.getRandomValues(new Uint8Array(secretLength)))}`;
    const name = crypto.randomUUID();
    const ciphertext = await encrypt(secret, hookAssociatedData(projectId, name));
    return { input: { ...request, secret: { name, ciphertext } }, shownOnce: { secret } };
  },
} satisfies Preparation<CreateRequest, PreparedHook>;

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
