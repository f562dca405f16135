/** An answer that is true of a version of the change log, which a header reports. A handler without one returns the bare value. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly version: number,
  ) {}
}
