import type { Request } from 'express';
import { InputRefused, TooLarge } from '../kernel/index.js';
import { checkContentType, readBytes, readOneFile, streamed, type WireSettings } from '../web/index.js';

const GZIP = 'application/gzip';
const FORM = /^multipart\/form-data\b/i;

/**
 * A form with the field `file`. Client generators do not support alternative bodies, so the gzip body is only
 * described in the text.
 */
export const SENT_FILE = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    example: {},
  },
};

/** Starts a job with a file and returns its UUID. With an idempotency key, the file may be read more than once. */
type Begin = (name: string, bytes: () => AsyncIterable<Uint8Array>) => Promise<string>;

export async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Refuses a file without a byte, which a failed export may send, before it becomes a job. */
async function* notEmpty(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    yield part;
  }
  if (size === 0) throw InputRefused.sentence('The file is empty. Send a file with content.');
}

interface SentFileParts {
  readonly settings: WireSettings;
  /** The name of a file that is sent gzip-compressed, without a form. */
  readonly packedName: () => string;
}

/**
 * Passes an uploaded file of at most BULK_MAX_MB to `begin`. With an idempotency key, waits until the file is
 * complete.
 */
export const beginWithFile = async (
  request: Request,
  { settings, packedName }: SentFileParts,
  begin: Begin,
): Promise<string> => {
  const taken: Begin = async (name, bytes) => {
    const hash = streamed(request)?.update(name);
    if (!hash) return begin(name, () => notEmpty(bytes()));
    const parts: Uint8Array[] = [];
    for await (const part of notEmpty(bytes())) {
      hash.update(part);
      parts.push(part);
    }
    const whole = Buffer.concat(parts);
    return begin(name, () => once(whole));
  };
  const maxBytes = settings.bulkMaxBytes;
  if (FORM.test(request.headers['content-type'] ?? '')) {
    const tooLarge = new TooLarge(maxBytes, 'BULK_MAX_MB');
    return readOneFile(request, { field: 'file', maxBytes, tooLarge }, ({ name, bytes }) => taken(name, () => bytes));
  }
  checkContentType(request.headers['content-type'], [GZIP]);
  const bytes = await readBytes(request, maxBytes, 'bulk', 'BULK_MAX_MB');
  return taken(packedName(), () => once(bytes));
};
