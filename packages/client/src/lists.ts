// A list that is read page by page, as far as its reader goes.

export interface Page<Item> {
  data: Item[];
  /** Where the next page begins. Null when there is none. */
  nextCursor: string | null;
  hasMore: boolean;
}

/** What an element of a page is. */
export type ItemOf<Answer> = Answer extends { data: (infer Item)[] } ? Item : never;

/** `for await (const item of list)` goes through all pages and holds one of them. `page()` reads a single page. */
export class List<Answer extends Page<unknown>> implements AsyncIterable<ItemOf<Answer>> {
  constructor(private readonly load: (cursor: string | undefined) => Promise<Answer>) {}

  /** The page at the `cursor` of the input, which is the first one without it. */
  page(): Promise<Answer> {
    return this.load(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<Answer>, void, void> {
    for (let page = await this.page(); ; page = await this.load(page.nextCursor)) {
      yield* page.data as ItemOf<Answer>[];
      if (!page.hasMore || page.nextCursor === null) return;
    }
  }
}
