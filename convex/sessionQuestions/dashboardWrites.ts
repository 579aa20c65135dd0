import { memberWriteAt } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const review = memberWriteAt("work:write", ["id"], requests.review, handlers.review);

export const assume = memberWriteAt("work:write", ["id"], requests.assumption, handlers.assume);
