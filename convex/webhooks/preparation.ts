// Makes and encrypts the secret that a request asks for. Only the ciphertext reaches the transaction.
import type { Preparation } from "../api/routeBuilders";
import type { CreateRequest, RotateRequest } from "./requests";
import { makeSecret } from "./secrets";
import type { SealedSecret } from "./secrets";

export type PreparedWebhook = CreateRequest & { sealed: SealedSecret };
export type PreparedRotation = RotateRequest & { id: string; sealed: SealedSecret };

export const webhookPreparation = {
  async prepare(request, projectId) {
    const { secret, sealed } = await makeSecret(projectId);
    return { input: { ...request, sealed }, shownOnce: { secret } };
  },
} satisfies Preparation<CreateRequest, PreparedWebhook>;

export const rotationPreparation = {
  async prepare(request, projectId) {
    const { secret, sealed } = await makeSecret(projectId);
    return { input: { ...request, sealed }, shownOnce: { secret } };
  },
} satisfies Preparation<RotateRequest & { id: string }, PreparedRotation>;
