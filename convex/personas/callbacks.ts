import { callbackQuery } from "../callback/builders";
import { namedDocument } from "../lib/named";
import { presentPersona } from "./present";
import type { PersonaView } from "./present";

export const get = callbackQuery(async (ctx, { personaId }: { personaId: string }): Promise<PersonaView> =>
  presentPersona(await namedDocument(ctx, "personas", personaId)),
);
