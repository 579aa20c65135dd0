// Puts one record of each kind into the trash. Answering sessions get there by being archived.
import { idOf } from "./service";
import type { Service } from "./service";

export interface Discarded {
  runIds: string[];
  learningId: string | undefined;
  sessionId: string | undefined;
}

export async function fillTrash(service: Service, { runIds, learningId, sessionId }: Discarded): Promise<void> {
  if (runIds.length > 0) await service.post("/runs/bulk-delete", { runIds });
  if (learningId !== undefined) await service.post("/learnings/delete", { learningId });
  if (sessionId !== undefined) await service.post("/issue-sessions/delete", { sessionId });
  const steps = [{ role: "designer", name: "Designer" }];
  await service.delete(`/workflows/${idOf(await service.post("/workflows", { name: "First attempt", steps }))}`);
  await service.delete(`/contexts/${idOf(await service.post("/contexts", { name: "Old notes" }))}`);
  const [sandbox] = await service.list("/sandboxes/list?status=stopped&limit=1");
  if (sandbox !== undefined) await service.post("/sandboxes/delete", { id: idOf(sandbox) });
}
