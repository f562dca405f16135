import type { TakeBytes } from './record-sink.js';

/** The files of documents, through the room that keeps them, so that its policy holds for imported ones too. */
export abstract class DocumentBytes {
  /** Gives a document its file; `Refusal` where an upload would be refused. */
  abstract put(documentId: number, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;

  /** Hands over the bytes of a document's file. */
  abstract take(documentId: number, take: TakeBytes): Promise<void>;
}
