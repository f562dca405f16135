/** Names that nobody has had before and nobody can guess. */
export abstract class Uuids {
  abstract next(): string;
}

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export abstract class Digests {
  abstract sha256(text: string): string;
}
