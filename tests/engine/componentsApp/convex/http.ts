import { httpActionGeneric as httpAction, httpRouter } from "convex/server";

const http = httpRouter();
const answer = (text: string) => httpAction(async () => new Response(text));
http.route({ path: "/red/things/exact", method: "GET", handler: answer("the app's exact route") });
http.route({ pathPrefix: "/red/things/longer/", method: "GET", handler: answer("the app's longer prefix") });
http.route({ pathPrefix: "/", method: "GET", handler: answer("the app's shorter prefix") });
export default http;
