import type { Change } from '../kernel/index.js';

/** If a transaction has more entries, it logs the next coarser scope instead (pricing.md §5). */
export const CHANGE_ENTRIES_MAX = 1_000;

/** Coarsening steps: the entry itself, its record without the product, its whole scope. */
const COARSER: readonly ((change: Change) => Change)[] = [
  (change) => change,
  (change) => ({ ...change, productId: null }),
  ({ scope }) => ({ scope, id: null, productId: null }),
];

const keyOf = ({ scope, id, productId }: Change): string => `${scope}:${id ?? ''}:${productId ?? ''}`;

/** Change-log entries of a transaction, without duplicates and never more than the limit. */
export class ChangeEntries {
  private coarseness = 0;
  private entries = new Map<string, Change>();

  add(changes: readonly Change[]): void {
    for (const change of changes) {
      this.put(change);
      while (this.entries.size > CHANGE_ENTRIES_MAX && this.coarseness < COARSER.length - 1) {
        this.coarseness += 1;
        const finer = this.entries;
        this.entries = new Map();
        for (const entry of finer.values()) this.put(entry);
      }
    }
  }

  get all(): readonly Change[] {
    return [...this.entries.values()];
  }

  private put(change: Change): void {
    const coarser = COARSER[this.coarseness]?.(change) ?? change;
    this.entries.set(keyOf(coarser), coarser);
  }
}
