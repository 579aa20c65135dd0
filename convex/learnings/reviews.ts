/** What people have decided about a learning: any may follow any. */
export const learningReviews = ["pending", "approved", "rejected", "archived"] as const;
