import { SaxesParser } from 'saxes';
import type { Draft } from '../../ports/blob-store.js';

/** The start of the file, which contains its root element. */
const START_BYTES = 64 * 1024;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** Root elements of invoices of EN 16931. */
const ROOTS: ReadonlySet<string> = new Set([
  `${UBL}:Invoice-2 Invoice`,
  `${UBL}:CreditNote-2 CreditNote`,
  `${CII} CrossIndustryInvoice`,
]);

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

class Found extends Error {}

/** Whether a file is an XML invoice, by its root element. A document type, which can declare entities, is refused. */
export const holdsInvoice = async (draft: Draft): Promise<boolean> => {
  const bytes = await draft.read(0, START_BYTES);
  const parser = new SaxesParser({ xmlns: true });
  let root = '';
  const stop = (): never => {
    throw new Found();
  };
  parser.on('doctype', stop);
  parser.on('error', stop);
  parser.on('opentag', ({ uri, local }) => {
    root = `${uri} ${local}`;
    stop();
  });
  try {
    parser.write(new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true }));
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  }
  return ROOTS.has(root);
};
