/** The reader's own, such as `Europe/Berlin`. */
export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
