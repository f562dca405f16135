/** A response with its own headers, or with the change-log version for which it is valid, which a header reports. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>>,
    readonly version?: number,
  ) {}
}

export const versioned = (body: unknown, version: number): Answer => new Answer(body, {}, version);
