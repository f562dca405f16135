import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import { IntField } from '../../../../../libs/records/index.js';
import { labelSheet, MODULE_MIN_MM } from '../../domain/label-sheet.js';
import type { Label } from '../../domain/label-text.js';
import { labelPdf } from '../pdf/label-pdf.js';

export const PDF = 'application/pdf';
/** Drawn within the time of a request. */
export const LABELS_MAX = 500;

/** How a sheet is asked for. */
export class SheetQuery {
  @IntField({
    about: 'Edge of a code with its quiet zone, in millimetres',
    min: 10,
    max: 180,
    default: 25,
    example: 25,
  })
  readonly sizeMm!: number;

  @IntField({ about: 'Labels on a page; missing: as many as fit', min: 1, nullable: true, example: 24 })
  readonly perPage!: number | null;
}

/** Bytes that are made for whoever asked, while they are sent. */
export const sendPieces = async (
  response: Response,
  file: { readonly name: string; readonly type: string },
  pieces: () => AsyncIterable<Uint8Array>,
): Promise<void> => {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
  response.setHeader('Cache-Control', 'private, no-store');
  if (response.req.method === 'HEAD') response.end();
  else await pipeline(Readable.from(pieces()), response);
};

/** Refused where so many don't fit, or where a module would be too small to be printed. */
export const sendLabels = async (
  response: Response,
  labels: readonly Label[],
  { sizeMm, perPage }: SheetQuery,
  createdAt: Date,
): Promise<void> => {
  const sheet = labelSheet(sizeMm, perPage);
  if (!('corners' in sheet)) throw new InputRefused(sheet);
  // The packages that draw and read codes take megabytes: they are loaded with the first code.
  const { readableModules } = await import('../../../../../libs/codes/index.js');
  const longest = labels.reduce((text, { target }) => (target.length > text.length ? target : text), '');
  const finest = longest === '' ? Infinity : sheet.size / readableModules(longest).size;
  if (finest < MODULE_MIN_MM)
    throw InputRefused.sentence(
      'In codes of %size mm a module would measure %module mm, at least %least are needed: choose a larger size_mm.',
      { size: sheet.size, module: finest.toFixed(2), least: MODULE_MIN_MM },
    );
  await sendPieces(response, { name: 'labels.pdf', type: PDF }, () =>
    labelPdf({ sheet, labels, codeOf: readableModules, createdAt }),
  );
};
