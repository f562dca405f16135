/** A list of an answer whose elements are made while they are written, one by one. */
export class StreamedList {
  constructor(readonly elements: () => Iterable<unknown>) {}
}

/** An object of an answer that holds such lists, itself or in objects like it. */
export class StreamedObject {
  /** `same`: what two objects have in common whose JSON is the same, such as what they were made of. */
  constructor(
    readonly members: Readonly<Record<string, unknown>>,
    readonly same?: object,
  ) {}
}
