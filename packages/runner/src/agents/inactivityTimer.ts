/** Calls `onSilence` when nothing has been heard for a while. It does not count while a person is asked. */
export class InactivityTimer {
  private timer: NodeJS.Timeout | undefined;
  private isHeld = false;
  private isOver = false;

  constructor(
    private readonly limitMs: number | null,
    private readonly onSilence: () => void,
  ) {
    this.reset();
  }

  reset(): void {
    clearTimeout(this.timer);
    if (this.limitMs === null || this.isHeld || this.isOver) return;
    this.timer = setTimeout(this.onSilence, this.limitMs);
  }

  setPaused(isHeld: boolean): void {
    this.isHeld = isHeld;
    this.reset();
  }

  /** What is heard afterwards, such as the end of the output, must not keep the process of the runner alive. */
  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }
}
