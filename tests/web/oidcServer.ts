// An OpenID Connect provider that others wrote, as a program of its own: `node oidcServer.ts <dashboard> <address>`. It
// has one person, and prints its own address, then a line for each grant.
import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const [dashboardUrl = "", email = ""] = process.argv.slice(2);
/** The dashboard renews a token a minute before its end, so it does that after five seconds. */
const lifetimeSeconds = 65;

const server = createServer((request, response) => void provider.callback()(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "dashboard",
      token_endpoint_auth_method: "none",
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [`${dashboardUrl}/signed-in`],
      post_logout_redirect_uris: [dashboardUrl],
    },
  ],
  clientBasedCORS: () => true,
  // The dashboard sends the ID token to the deployment, so the person's claims must be in it.
  conformIdTokenClaims: false,
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  findAccount: (_ctx, sub) => ({
    accountId: sub,
    claims: () => ({ sub, email, email_verified: true, name: "Olga" }),
  }),
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: false,
  ttl: { IdToken: lifetimeSeconds, AccessToken: lifetimeSeconds },
});
provider.on("grant.success", () => console.log("granted"));
console.log(`issuer ${issuer}`);
