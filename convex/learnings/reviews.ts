/** The decisions of people about a learning. Any of them may follow any other. */
export const learningReviews = ["pending", "approved", "rejected", "archived"] as const;
