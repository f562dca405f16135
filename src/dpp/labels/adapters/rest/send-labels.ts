import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import { IntField } from '../../../../../libs/records/index.js';
import { labelSheet, type LabelSheet, MODULE_MIN_MM } from '../../domain/label-sheet.js';
import type { Label } from '../../domain/label-text.js';
import { labelPdf, type PrintedLabel, textSetter } from '../pdf/label-pdf.js';

export const PDF = 'application/pdf';
/** Maximum number of labels that can be drawn within the deadline of a request. */
export const LABELS_MAX = 500;

export class SheetQuery {
  @IntField({
    about: 'Width of a code including its quiet zone, in millimeters',
    min: 10,
    max: 180,
    default: 25,
    example: 25,
  })
  readonly sizeMm!: number;

  @IntField({ about: 'Number of labels on a page; default: as many as fit', min: 1, nullable: true, example: 24 })
  readonly perPage!: number | null;
}

/** Streams bytes while they are generated. */
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

/** Refuses labels whose identifying texts do not fit, because these texts are never cut. */
const printedLabels = async (labels: readonly Label[], sheet: LabelSheet): Promise<readonly PrintedLabel[]> => {
  const { room, set } = await textSetter(sheet);
  const printed: PrintedLabel[] = [];
  for (const label of labels) {
    const one = set(label);
    if (one.text.height > room)
      throw InputRefused.sentence(
        'The text below the code of %sku has %count lines and does not fit. Use a larger size_mm or a smaller per_page.',
        { sku: label.sku, count: one.text.lines.length },
      );
    printed.push(one);
  }
  return printed;
};

/** Refuses a sheet with too many labels per page, modules too small to print, or texts that do not fit. */
export const sendLabels = async (
  response: Response,
  labels: readonly Label[],
  { sizeMm, perPage }: SheetQuery,
  createdAt: Date,
): Promise<void> => {
  const sheet = labelSheet(sizeMm, perPage);
  if (!('corners' in sheet)) throw new InputRefused(sheet);
  // Loaded on first use, because the code packages take megabytes.
  const { readableModules } = await import('../../../../../libs/codes/index.js');
  const longest = labels.reduce((text, { target }) => (target.length > text.length ? target : text), '');
  const finest = longest === '' ? Infinity : sheet.size / readableModules(longest).size;
  if (finest < MODULE_MIN_MM)
    throw InputRefused.sentence(
      'A code of %size mm would have modules of %module mm, but modules must be at least %least mm wide. Use a larger size_mm.',
      { size: sheet.size, module: finest.toFixed(2), least: MODULE_MIN_MM },
    );
  const printed = await printedLabels(labels, sheet);
  await sendPieces(response, { name: 'labels.pdf', type: PDF }, () =>
    labelPdf({ sheet, labels: printed, codeOf: readableModules, createdAt }),
  );
};
