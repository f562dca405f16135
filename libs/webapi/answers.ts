import type { ChangeLog, Page } from '../kernel/index.js';
import type { Asked } from './criteria.js';

/** An answer with headers of its own; a handler that has none answers the bare value. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** `{"items", "search_criteria", "total_count"}` (wire.md §4). */
export const searchAnswer = <T>(page: Page<T>, { echo }: Asked, toItem: (record: T) => unknown) => ({
  items: page.items.map(toItem),
  search_criteria: echo,
  total_count: page.total,
});

/**
 * Does a write and answers it with `X-Pricing-Version`: the version it took, or the current one if it changed nothing
 * that a quote reads (pricing.md §5).
 */
export const written = async <T>(
  changes: ChangeLog,
  work: () => Promise<T>,
  toBody: (result: T) => unknown,
): Promise<Answer> => {
  const { result, version } = await changes.observe(work);
  return new Answer(toBody(result), { 'X-Pricing-Version': String(version ?? (await changes.version())) });
};
