/** An element that stores its own index in its list. */
export interface Listed {
  /** -1 while it is in none; the list's to set. */
  position: number;
}

/**
 * A collection for thousands of additions and removals per second, without an order. With a `Set`, V8 recreates the
 * table regularly, and the old tables keep removed entries alive: every request would stay in memory until the next
 * full garbage collection.
 */
export class UnorderedList<T extends Listed> implements Iterable<T> {
  private readonly items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  add(item: T): void {
    item.position = this.items.length;
    this.items.push(item);
  }

  delete(item: T): boolean {
    if (this.items[item.position] !== item) return false;
    const last = this.items.pop() as T;
    if (last !== item) {
      this.items[item.position] = last;
      last.position = item.position;
    }
    item.position = -1;
    return true;
  }

  filter(test: (item: T) => boolean): readonly T[] {
    return this.items.filter(test);
  }

  /** The current elements. They may be removed during the iteration. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.items].values();
  }
}
