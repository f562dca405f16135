import { Counter, Gauge, Refusal, TooLarge } from '../../../libs/kernel/index.js';

export const DOCUMENT_BYTES = new Counter({
  name: 'kontor_document_bytes_total',
  help: 'Transferred bytes of document files, by direction: in (uploads, including refused ones) or out (downloads)',
  labels: ['direction'],
  values: ['in', 'out'],
});

const UPLOADS_REFUSED = new Counter({
  name: 'kontor_uploads_refused_total',
  help: 'Refused uploads by reason: too_large, or refused (because of the name, the content or the document)',
  labels: ['reason'],
  values: ['too_large', 'refused'],
});

export const SCANS = new Counter({
  name: 'kontor_scans_total',
  help: 'Virus scans by result: clean, infected, too_large or scanner_away (counted once a minute while files are waiting)',
  labels: ['state'],
  values: ['clean', 'infected', 'too_large', 'scanner_away'],
});

export const SCANS_PENDING = new Gauge({
  name: 'kontor_scans_pending',
  help: 'Document files waiting for a virus scan, across all servers that use this database; 0 if CLAMAV_URL is not set',
});

export const DOCUMENT_METRICS = [DOCUMENT_BYTES, UPLOADS_REFUSED, SCANS, SCANS_PENDING];

/** Counts a refused upload, regardless of the reason. */
export const uploadCounted = async <T>(upload: Promise<T>): Promise<T> => {
  try {
    return await upload;
  } catch (error) {
    if (error instanceof Refusal) UPLOADS_REFUSED.add(1, error instanceof TooLarge ? 'too_large' : 'refused');
    throw error;
  }
};

export const countedOut = (bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  DOCUMENT_BYTES.isRead ? counting(bytes) : bytes;

async function* counting(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of bytes) {
    DOCUMENT_BYTES.add(chunk.length, 'out');
    yield chunk;
  }
}
