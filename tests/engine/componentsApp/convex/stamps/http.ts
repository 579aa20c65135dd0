import { httpActionGeneric as httpAction, httpRouter } from "convex/server";

const http = httpRouter();
http.route({
  path: "/ink",
  method: "GET",
  handler: httpAction(async () => new Response(`${process.env["INK"]} ${process.env["CONVEX_SITE_URL"]}`)),
});
export default http;
