// Lets so many go at once, the others in the order in which they came.
export class Turns {
  private running = 0;
  private readonly waiting: (() => Promise<void>)[] = [];

  constructor(private readonly atOnce: number) {}

  /** `body` must not reject. */
  take(body: () => Promise<void>): void {
    this.waiting.push(body);
    if (this.waiting.length === 1) setImmediate(() => this.next());
  }

  private next(): void {
    while (this.running < this.atOnce) {
      const body = this.waiting.shift();
      if (body === undefined) return;
      this.running++;
      void body().finally(() => {
        this.running--;
        this.next();
      });
    }
  }
}
