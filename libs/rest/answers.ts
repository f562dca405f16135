import type { ChangeLog } from '../kernel/index.js';

/** An answer with headers of its own; a handler that has none answers the bare value. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** An answer with the version of the change log that it is true of. */
export const versioned = (body: unknown, version: number): Answer =>
  new Answer(body, { 'X-Pricing-Version': String(version) });

/**
 * Does a write and answers it with `X-Pricing-Version`: the version it took, or the current one if it changed nothing
 * that a quote reads (pricing.md §5).
 */
export const written = async <T>(
  changes: ChangeLog,
  work: () => Promise<T>,
  toBody: (result: T) => unknown = (result) => result,
): Promise<Answer> => {
  const { result, version } = await changes.observe(work);
  return versioned(toBody(result), version ?? (await changes.version()));
};
