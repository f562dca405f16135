import type { Response } from 'express';
import { yieldToEventLoop } from '../../records/index.js';
import { type FieldTree, parseFields, trim } from './fields-filter.js';
import { streamTo } from './serve-bytes.js';
import { StreamedObject, StreamedList } from '../../operations/index.js';

/** Number of characters collected before they are written. */
const PIECE = 64 * 1024;
/** The text of identical objects is cached, up to this total number of characters. */
const SHARED_MAX = 4 * 1024 * 1024;

type Wanted = FieldTree | true;

const wantedOf = (tree: Wanted, name: string): Wanted | undefined => (tree === true ? true : tree.get(name));

/** Serializes a response in chunks; `fields=` filters it as usual (wire.md §3). */
class JsonPieces {
  private readonly shared = new Map<object, string>();
  private sharedLength = 0;

  *of(value: unknown, tree: Wanted): Generator<string, void> {
    if (value instanceof StreamedObject) yield* this.ofObject(value, tree);
    else if (value instanceof StreamedList) yield* this.ofList(value, tree);
    else yield JSON.stringify((tree === true ? value : trim(value, tree)) ?? null);
  }

  private *ofObject(object: StreamedObject, tree: Wanted): Generator<string, void> {
    const { same } = object;
    const known = same && this.shared.get(same);
    if (known !== undefined) {
      yield known;
      return;
    }
    let text: string | undefined = same && '';
    for (const piece of this.ofMembers(object, tree)) {
      yield piece;
      if (text !== undefined) text = this.sharedLength + text.length > SHARED_MAX ? undefined : text + piece;
    }
    if (same === undefined || text === undefined) return;
    this.shared.set(same, text);
    this.sharedLength += text.length;
  }

  private *ofMembers({ members }: StreamedObject, tree: Wanted): Generator<string, void> {
    let separator = '{';
    for (const [name, value] of Object.entries(members)) {
      const wanted = wantedOf(tree, name);
      if (wanted === undefined || value === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* this.of(value, wanted);
      separator = ',';
    }
    // If nothing is left, writes an empty list, like the platform.
    yield separator === '{' ? (tree === true ? '{}' : '[]') : '}';
  }

  private *ofList({ elements }: StreamedList, tree: Wanted): Generator<string, void> {
    let separator = '[';
    for (const element of elements()) {
      yield separator;
      yield* this.of(element, tree);
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
}

/** Combines texts to chunks of about 64 KiB. */
function* gatheredBytes(texts: Iterable<string>): Generator<Buffer, void> {
  let gathered: string[] = [];
  let length = 0;
  for (const text of texts) {
    gathered.push(text);
    length += text.length;
    if (length < PIECE) continue;
    yield Buffer.from(gathered.join(''));
    gathered = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(gathered.join(''));
}

/** The JSON of a response in chunks of about 64 KiB. */
export function* jsonPieces(answer: StreamedObject | StreamedList, fields?: unknown): Generator<Buffer, void> {
  const tree: Wanted | undefined =
    fields === undefined ? true : typeof fields === 'string' ? parseFields(fields) : undefined;
  if (!tree) {
    yield Buffer.from('[]');
    return;
  }
  yield* gatheredBytes(new JsonPieces().of(answer, tree));
}

async function* asIterated(pieces: Iterable<Buffer>): AsyncGenerator<Buffer, void> {
  // One event loop iteration per chunk, because creating one takes longer than most requests.
  for (const piece of pieces) {
    yield piece;
    await yieldToEventLoop();
  }
}

/** In milliseconds; a slower client would hold rows, and possibly a slot, indefinitely. */
const READ_TIMEOUT_MS = 300_000;

const streamed = async (response: Response, pieces: Iterable<Buffer>, patienceMs: number): Promise<void> => {
  const cut = setTimeout(() => response.destroy(), patienceMs);
  try {
    await streamTo(response, asIterated(pieces));
  } finally {
    clearTimeout(cut);
  }
};

/**
 * Sends a JSON response in chunks, each created when the previous one was read, so that neither a long response nor a
 * slow client needs memory (wire.md §8).
 */
export const sendStreamed = async (
  response: Response,
  answer: StreamedObject | StreamedList,
  { fields, patienceMs = READ_TIMEOUT_MS }: { readonly fields?: unknown; readonly patienceMs?: number } = {},
): Promise<void> => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  await streamed(response, jsonPieces(answer, fields), patienceMs);
};

/** Sends chunks in another format, whose type is already in the head. */
export const sendPieces = (response: Response, texts: Iterable<string>): Promise<void> =>
  streamed(response, gatheredBytes(texts), READ_TIMEOUT_MS);
