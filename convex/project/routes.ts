import { internal } from "../_generated/api";
import { get, list, post, postPrepared } from "../api/routes";
import type { Route } from "../api/routes";

const requests = () => import("./requests");
const keyRequests = () => import("../apiKeys/requests");
const memberRequests = () => import("../members/requests");
const providerKeyRequests = () => import("../providerKeys/requests");

const page = async () => (await import("../api/parameters")).onlyPage();

export const routes: Route[] = [
  get("/project", internal.project.endpoints.get, { scope: "project:read" }),
  post("/project/update", internal.project.endpoints.update, {
    scope: "project:write",
    body: async () => (await requests()).update(),
  }),
  post("/project/delete", internal.project.endpoints.remove, { scope: "admin" }),
  get("/project/counters", internal.project.endpoints.counters, { scope: "project:read" }),
  get("/project/settings", internal.settings.endpoints.get, { scope: "admin" }),
  postPrepared("/project/settings/update", internal.settings.endpoints.update, {
    scope: "admin",
    body: async () => (await import("../settings/requests")).update(),
    preparation: async () => (await import("../settings/preparation")).settingsPreparation,
  }),
  list("/project/provider-keys", internal.providerKeys.endpoints.list, { scope: "admin", query: page }),
  postPrepared("/project/provider-keys/set", internal.providerKeys.endpoints.set, {
    scope: "admin",
    body: async () => (await providerKeyRequests()).set(),
    preparation: async () => (await import("../providerKeys/preparation")).providerKeyPreparation,
  }),
  post("/project/provider-keys/remove", internal.providerKeys.endpoints.remove, {
    scope: "admin",
    body: async () => (await providerKeyRequests()).remove(),
  }),
  list("/project/members", internal.members.endpoints.list, { scope: "admin", query: page }),
  post("/project/members/invite", internal.members.endpoints.invite, {
    scope: "admin",
    body: async () => (await memberRequests()).invite(),
  }),
  post("/project/members/remove", internal.members.endpoints.remove, {
    scope: "admin",
    body: async () => (await memberRequests()).remove(),
  }),
  post("/project/members/update-role", internal.members.endpoints.updateRole, {
    scope: "admin",
    body: async () => (await memberRequests()).updateRole(),
  }),
  list("/project/api-keys", internal.apiKeys.endpoints.list, { scope: "admin", query: page }),
  postPrepared("/project/api-keys/generate", internal.apiKeys.endpoints.generate, {
    scope: "admin",
    body: async () => (await keyRequests()).generate(),
    preparation: async () => (await import("../apiKeys/preparation")).keyPreparation,
  }),
  post("/project/api-keys/revoke", internal.apiKeys.endpoints.revoke, {
    scope: "admin",
    body: async () => (await keyRequests()).revoke(),
  }),
];
