/** A list of an answer whose elements are made while they are written, one by one. */
export class StreamedList {
  constructor(readonly elements: () => Iterable<unknown>) {}
}

/** An object of an answer that contains such lists, directly or in nested objects. */
export class StreamedObject {
  /** `same`: what two objects have in common whose JSON is the same, such as what they were made of. */
  constructor(
    readonly members: Readonly<Record<string, unknown>>,
    readonly same?: object,
  ) {}
}
