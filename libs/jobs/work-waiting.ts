/** Notifies the job runners of this process about a new job. */
export class WorkWaiting {
  private readonly listeners = new Set<() => void>();

  /** Answers how to stop listening. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tell(): void {
    for (const listener of this.listeners) listener();
  }
}
