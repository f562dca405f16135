/** Tells whoever has jobs done in this process that there is one more. */
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
