/** An answer with its own headers. A handler without any returns the bare value. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** An answer with the version of the change log that it is true of. */
export const versioned = (body: unknown, version: number): Answer =>
  new Answer(body, { 'X-Pricing-Version': String(version) });
