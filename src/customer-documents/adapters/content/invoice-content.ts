import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { yieldToEventLoop } from '../../../../libs/records/index.js';
import type { Draft } from '../../ports/blob-store.js';

/** Bytes that are parsed before other work may run. */
const PIECE_BYTES = 64 * 1024;
/** Invoices have a dozen levels and few attributes; the parser keeps all open elements, and those of one. */
const DEPTH_MAX = 100;
const ATTRIBUTES_MAX = 100;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** Root elements of invoices of EN 16931. */
const ROOTS: ReadonlySet<string> = new Set([
  `${UBL}:Invoice-2 Invoice`,
  `${UBL}:CreditNote-2 CreditNote`,
  `${CII} CrossIndustryInvoice`,
]);

const DECLARED = /^\uFEFF?<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/;

/** Of an XML file without a byte order mark: the encoding that its first line declares. */
export const encodingOf = (start: Uint8Array): string => {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return DECLARED.exec(Buffer.from(start.subarray(0, 200)).toString('latin1'))?.[1] ?? 'utf-8';
};

class NoInvoice extends Error {}

const stop = (): never => {
  throw new NoInvoice();
};

/** Stops at the first fault. Entities cannot be declared, because a document type is one; nothing is expanded. */
const invoiceParser = (): SaxesParser<{ xmlns: true }> => {
  const parser = new SaxesParser({ xmlns: true });
  let [depth, attributes] = [0, 0];
  parser.on('doctype', stop);
  parser.on('error', stop);
  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) stop();
  });
  parser.on('opentag', ({ uri, local }) => {
    depth += 1;
    if (depth > DEPTH_MAX || (depth === 1 && !ROOTS.has(`${uri} ${local}`))) stop();
  });
  parser.on('closetag', () => (depth -= 1));
  return parser;
};

/** Whether a file is an XML invoice: by its root element, and well-formed to its end. */
export const holdsInvoice = async (draft: Draft): Promise<boolean> => {
  const parser = invoiceParser();
  try {
    let decoder: TextDecoder | undefined;
    for (let at = 0; at < draft.size;) {
      const bytes = await draft.read(at, PIECE_BYTES);
      if (bytes.length === 0) return false;
      decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
      at += bytes.length;
      parser.write(decoder.decode(bytes, { stream: at < draft.size }));
      await yieldToEventLoop();
    }
    parser.close();
    return true;
  } catch (error) {
    // An unknown encoding, or bytes that are invalid in it.
    const isUndecodable = (error as NodeJS.ErrnoException).code?.startsWith('ERR_ENCODING_') === true;
    if (error instanceof NoInvoice || isUndecodable) return false;
    throw error;
  }
};
