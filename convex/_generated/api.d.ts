/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as admin_projects from "../admin/projects.js";
import type * as analytics_model from "../analytics/model.js";
import type * as api_areas from "../api/areas.js";
import type * as api_body from "../api/body.js";
import type * as api_builders from "../api/builders.js";
import type * as api_dispatch from "../api/dispatch.js";
import type * as api_envelope from "../api/envelope.js";
import type * as api_errors from "../api/errors.js";
import type * as api_exchange from "../api/exchange.js";
import type * as api_match from "../api/match.js";
import type * as api_pageBody from "../api/pageBody.js";
import type * as api_pagination from "../api/pagination.js";
import type * as api_parameters from "../api/parameters.js";
import type * as api_readParameters from "../api/readParameters.js";
import type * as api_routes from "../api/routes.js";
import type * as api_write from "../api/write.js";
import type * as apiKeys_credential from "../apiKeys/credential.js";
import type * as apiKeys_endpoints from "../apiKeys/endpoints.js";
import type * as apiKeys_jobs from "../apiKeys/jobs.js";
import type * as apiKeys_model from "../apiKeys/model.js";
import type * as apiKeys_preparation from "../apiKeys/preparation.js";
import type * as apiKeys_present from "../apiKeys/present.js";
import type * as apiKeys_requests from "../apiKeys/requests.js";
import type * as apiKeys_scopes from "../apiKeys/scopes.js";
import type * as apiKeys_secret from "../apiKeys/secret.js";
import type * as apiKeys_uses from "../apiKeys/uses.js";
import type * as callback_builders from "../callback/builders.js";
import type * as callback_operations from "../callback/operations.js";
import type * as callback_receive from "../callback/receive.js";
import type * as callback_rows from "../callback/rows.js";
import type * as counters_model from "../counters/model.js";
import type * as crons from "../crons.js";
import type * as dashboard_builders from "../dashboard/builders.js";
import type * as dashboard_identity from "../dashboard/identity.js";
import type * as dashboard_pages from "../dashboard/pages.js";
import type * as health_endpoints from "../health/endpoints.js";
import type * as http from "../http.js";
import type * as idempotency_endpoints from "../idempotency/endpoints.js";
import type * as idempotency_jobs from "../idempotency/jobs.js";
import type * as idempotency_model from "../idempotency/model.js";
import type * as idempotency_request from "../idempotency/request.js";
import type * as idp_endpoints from "../idp/endpoints.js";
import type * as idp_events from "../idp/events.js";
import type * as idp_model from "../idp/model.js";
import type * as idp_readEvent from "../idp/readEvent.js";
import type * as idp_signature from "../idp/signature.js";
import type * as idp_webhook from "../idp/webhook.js";
import type * as jobs_lease from "../jobs/lease.js";
import type * as jobs_model from "../jobs/model.js";
import type * as jobs_work from "../jobs/work.js";
import type * as lib_base64 from "../lib/base64.js";
import type * as lib_deletion from "../lib/deletion.js";
import type * as lib_encryption from "../lib/encryption.js";
import type * as lib_equalTexts from "../lib/equalTexts.js";
import type * as lib_hashing from "../lib/hashing.js";
import type * as lib_named from "../lib/named.js";
import type * as lib_publicIds from "../lib/publicIds.js";
import type * as lib_sealing from "../lib/sealing.js";
import type * as lib_states from "../lib/states.js";
import type * as lib_times from "../lib/times.js";
import type * as lib_untrusted from "../lib/untrusted.js";
import type * as members_dashboard from "../members/dashboard.js";
import type * as members_endpoints from "../members/endpoints.js";
import type * as members_invitations from "../members/invitations.js";
import type * as members_jobs from "../members/jobs.js";
import type * as members_model from "../members/model.js";
import type * as members_present from "../members/present.js";
import type * as members_requests from "../members/requests.js";
import type * as members_roles from "../members/roles.js";
import type * as members_showing from "../members/showing.js";
import type * as notifications_model from "../notifications/model.js";
import type * as project_clearing from "../project/clearing.js";
import type * as project_dashboard from "../project/dashboard.js";
import type * as project_endpoints from "../project/endpoints.js";
import type * as project_jobs from "../project/jobs.js";
import type * as project_model from "../project/model.js";
import type * as project_named from "../project/named.js";
import type * as project_naming from "../project/naming.js";
import type * as project_present from "../project/present.js";
import type * as project_requests from "../project/requests.js";
import type * as project_routes from "../project/routes.js";
import type * as providerKeys_callbackRequests from "../providerKeys/callbackRequests.js";
import type * as providerKeys_callbacks from "../providerKeys/callbacks.js";
import type * as providerKeys_endpoints from "../providerKeys/endpoints.js";
import type * as providerKeys_model from "../providerKeys/model.js";
import type * as providerKeys_operations from "../providerKeys/operations.js";
import type * as providerKeys_preparation from "../providerKeys/preparation.js";
import type * as providerKeys_requests from "../providerKeys/requests.js";
import type * as providerKeys_reveal from "../providerKeys/reveal.js";
import type * as runEvents_events from "../runEvents/events.js";
import type * as runEvents_model from "../runEvents/model.js";
import type * as settings_callbackRequests from "../settings/callbackRequests.js";
import type * as settings_callbacks from "../settings/callbacks.js";
import type * as settings_endpoints from "../settings/endpoints.js";
import type * as settings_model from "../settings/model.js";
import type * as settings_operations from "../settings/operations.js";
import type * as settings_preparation from "../settings/preparation.js";
import type * as settings_present from "../settings/present.js";
import type * as settings_requests from "../settings/requests.js";
import type * as settings_reveal from "../settings/reveal.js";
import type * as settings_update from "../settings/update.js";
import type * as trash_model from "../trash/model.js";
import type * as users_dashboard from "../users/dashboard.js";
import type * as users_departure from "../users/departure.js";
import type * as users_jobs from "../users/jobs.js";
import type * as users_model from "../users/model.js";
import type * as users_present from "../users/present.js";
import type * as users_signIn from "../users/signIn.js";
import type * as workflows_callbackRequests from "../workflows/callbackRequests.js";
import type * as workflows_callbacks from "../workflows/callbacks.js";
import type * as workflows_endpoints from "../workflows/endpoints.js";
import type * as workflows_model from "../workflows/model.js";
import type * as workflows_operations from "../workflows/operations.js";
import type * as workflows_present from "../workflows/present.js";
import type * as workflows_requests from "../workflows/requests.js";
import type * as workflows_routes from "../workflows/routes.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  "admin/projects": typeof admin_projects;
  "analytics/model": typeof analytics_model;
  "api/areas": typeof api_areas;
  "api/body": typeof api_body;
  "api/builders": typeof api_builders;
  "api/dispatch": typeof api_dispatch;
  "api/envelope": typeof api_envelope;
  "api/errors": typeof api_errors;
  "api/exchange": typeof api_exchange;
  "api/match": typeof api_match;
  "api/pageBody": typeof api_pageBody;
  "api/pagination": typeof api_pagination;
  "api/parameters": typeof api_parameters;
  "api/readParameters": typeof api_readParameters;
  "api/routes": typeof api_routes;
  "api/write": typeof api_write;
  "apiKeys/credential": typeof apiKeys_credential;
  "apiKeys/endpoints": typeof apiKeys_endpoints;
  "apiKeys/jobs": typeof apiKeys_jobs;
  "apiKeys/model": typeof apiKeys_model;
  "apiKeys/preparation": typeof apiKeys_preparation;
  "apiKeys/present": typeof apiKeys_present;
  "apiKeys/requests": typeof apiKeys_requests;
  "apiKeys/scopes": typeof apiKeys_scopes;
  "apiKeys/secret": typeof apiKeys_secret;
  "apiKeys/uses": typeof apiKeys_uses;
  "callback/builders": typeof callback_builders;
  "callback/operations": typeof callback_operations;
  "callback/receive": typeof callback_receive;
  "callback/rows": typeof callback_rows;
  "counters/model": typeof counters_model;
  crons: typeof crons;
  "dashboard/builders": typeof dashboard_builders;
  "dashboard/identity": typeof dashboard_identity;
  "dashboard/pages": typeof dashboard_pages;
  "health/endpoints": typeof health_endpoints;
  http: typeof http;
  "idempotency/endpoints": typeof idempotency_endpoints;
  "idempotency/jobs": typeof idempotency_jobs;
  "idempotency/model": typeof idempotency_model;
  "idempotency/request": typeof idempotency_request;
  "idp/endpoints": typeof idp_endpoints;
  "idp/events": typeof idp_events;
  "idp/model": typeof idp_model;
  "idp/readEvent": typeof idp_readEvent;
  "idp/signature": typeof idp_signature;
  "idp/webhook": typeof idp_webhook;
  "jobs/lease": typeof jobs_lease;
  "jobs/model": typeof jobs_model;
  "jobs/work": typeof jobs_work;
  "lib/base64": typeof lib_base64;
  "lib/deletion": typeof lib_deletion;
  "lib/encryption": typeof lib_encryption;
  "lib/equalTexts": typeof lib_equalTexts;
  "lib/hashing": typeof lib_hashing;
  "lib/named": typeof lib_named;
  "lib/publicIds": typeof lib_publicIds;
  "lib/sealing": typeof lib_sealing;
  "lib/states": typeof lib_states;
  "lib/times": typeof lib_times;
  "lib/untrusted": typeof lib_untrusted;
  "members/dashboard": typeof members_dashboard;
  "members/endpoints": typeof members_endpoints;
  "members/invitations": typeof members_invitations;
  "members/jobs": typeof members_jobs;
  "members/model": typeof members_model;
  "members/present": typeof members_present;
  "members/requests": typeof members_requests;
  "members/roles": typeof members_roles;
  "members/showing": typeof members_showing;
  "notifications/model": typeof notifications_model;
  "project/clearing": typeof project_clearing;
  "project/dashboard": typeof project_dashboard;
  "project/endpoints": typeof project_endpoints;
  "project/jobs": typeof project_jobs;
  "project/model": typeof project_model;
  "project/named": typeof project_named;
  "project/naming": typeof project_naming;
  "project/present": typeof project_present;
  "project/requests": typeof project_requests;
  "project/routes": typeof project_routes;
  "providerKeys/callbackRequests": typeof providerKeys_callbackRequests;
  "providerKeys/callbacks": typeof providerKeys_callbacks;
  "providerKeys/endpoints": typeof providerKeys_endpoints;
  "providerKeys/model": typeof providerKeys_model;
  "providerKeys/operations": typeof providerKeys_operations;
  "providerKeys/preparation": typeof providerKeys_preparation;
  "providerKeys/requests": typeof providerKeys_requests;
  "providerKeys/reveal": typeof providerKeys_reveal;
  "runEvents/events": typeof runEvents_events;
  "runEvents/model": typeof runEvents_model;
  "settings/callbackRequests": typeof settings_callbackRequests;
  "settings/callbacks": typeof settings_callbacks;
  "settings/endpoints": typeof settings_endpoints;
  "settings/model": typeof settings_model;
  "settings/operations": typeof settings_operations;
  "settings/preparation": typeof settings_preparation;
  "settings/present": typeof settings_present;
  "settings/requests": typeof settings_requests;
  "settings/reveal": typeof settings_reveal;
  "settings/update": typeof settings_update;
  "trash/model": typeof trash_model;
  "users/dashboard": typeof users_dashboard;
  "users/departure": typeof users_departure;
  "users/jobs": typeof users_jobs;
  "users/model": typeof users_model;
  "users/present": typeof users_present;
  "users/signIn": typeof users_signIn;
  "workflows/callbackRequests": typeof workflows_callbackRequests;
  "workflows/callbacks": typeof workflows_callbacks;
  "workflows/endpoints": typeof workflows_endpoints;
  "workflows/model": typeof workflows_model;
  "workflows/operations": typeof workflows_operations;
  "workflows/present": typeof workflows_present;
  "workflows/requests": typeof workflows_requests;
  "workflows/routes": typeof workflows_routes;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {};
