export class Listeners {
  private readonly subscribers = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.subscribers.add(listener);
    return () => this.subscribers.delete(listener);
  };

  notify(): void {
    for (const listener of this.subscribers) listener();
  }
}
