import { callbackQuery } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { presentPersona } from "./present";
import type { PersonaView } from "./present";

export const get = callbackQuery(async (ctx, { personaId }: { personaId: string }): Promise<PersonaView> =>
  presentPersona(await getForRunner(ctx, "personas", personaId)),
);
