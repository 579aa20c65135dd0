// Web addresses that callers supply and that people open as links. Only http and https are accepted: a browser would
// run an address such as `javascript:`.
import * as z from "zod/mini";

export const webAddress = () => z.url({ protocol: /^https?$/ }).check(z.maxLength(2000));
