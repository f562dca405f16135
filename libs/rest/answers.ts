/** An answer with its own headers, or that is true of a version of the change log, which a header reports. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>>,
    readonly version?: number,
  ) {}
}

export const versioned = (body: unknown, version: number): Answer => new Answer(body, {}, version);
