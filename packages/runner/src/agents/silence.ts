/** Calls `onSilence` when nothing has been heard for a while. It does not count while a person is asked. */
export class Silence {
  private timer: NodeJS.Timeout | null = null;
  private isHeld = false;

  constructor(
    private readonly limitMs: number | null,
    private readonly onSilence: () => void,
  ) {
    this.heard();
  }

  heard(): void {
    this.stop();
    if (this.limitMs !== null && !this.isHeld) this.timer = setTimeout(this.onSilence, this.limitMs);
  }

  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    this.heard();
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
