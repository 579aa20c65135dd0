// Addresses that somebody else names and people follow: anything but http and https, such as `javascript:`, would be run
// by the browser that shows it as a link.
import * as z from "zod/mini";

export const webAddress = () => z.url({ protocol: /^https?$/ }).check(z.maxLength(2000));
