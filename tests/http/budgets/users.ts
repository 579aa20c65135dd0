// Users, and the messages of the identity provider about them.
import type { Area, Input } from "../../support/readBudgets/area";

const person = (id: string, email: string): Input => ({
  id,
  email_addresses: [{ id: "idn_1", email_address: email }],
});

export const area: Area = {
  rows: {
    users: (at) => ({
      email: `${at.unique}@example.com`,
      idpUserId: at.unique,
      tokenIdentifier: `https://idp.example|${at.unique}`,
    }),
    idpMessages: (at) => ({ messageId: at.unique }),
    idpDepartures: (at) => ({ idpUserId: `${at.unique}-gone` }),
  },
  grow: {
    users: "each person of the deployment",
  },
  budgets: [
    ["function users/dashboard:signIn", 3],
    ["webhook user.created", 0, ({ unique }) => person(`${unique(0)}-new`, `${unique(0)}@example.info`)],
    ["webhook user.updated", 2, ({ unique }) => person(unique(4), `${unique(4)}@example.info`)],
    ["webhook user.deleted", 19, ({ unique }) => ({ id: unique(6), deleted: true })],
  ],
};
