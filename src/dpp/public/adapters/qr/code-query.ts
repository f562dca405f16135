import type { QrLevel } from '../../../../../libs/codes/index.js';
import { DecimalField, IntField, StringField } from '../../../../../libs/records/index.js';
import type { Decimal } from '../../../../../libs/kernel/index.js';

const LEVELS: readonly QrLevel[] = ['L', 'M', 'Q', 'H'];
const MODULE_MM = { precision: 5, scale: 3, min: '0.1', max: '5' } as const;
const DPI = { min: 72, max: 2400 } as const;

/** How a code is drawn to be printed (passports-public.md, "Codes"). */
class PrintedCode {
  @DecimalField({ about: 'Edge of a module in millimetres, in print', ...MODULE_MM, nullable: true, example: 0.5 })
  readonly moduleMm!: Decimal | null;

  @IntField({
    about: 'Of a picture: about so many dots per inch, so that a module has whole pixels',
    ...DPI,
    nullable: true,
    example: 600,
  })
  readonly dpi!: number | null;
}

export class QrQuery extends PrintedCode {
  @StringField({
    about: 'How much of the code may be lost: L 7, M 15, Q 25, H 30 %',
    words: LEVELS,
    default: 'M',
    example: 'M',
  })
  readonly level!: QrLevel;

  @IntField({ about: 'Width of the quiet zone, in modules', min: 4, max: 20, default: 4, example: 4 })
  readonly quiet!: number;
}

export const CONTENTS = ['link', 'elements'] as const;

export class DataMatrixQuery extends PrintedCode {
  @StringField({
    about: 'What it says: the same link as the QR code, or GTIN, batch and serial number as a GS1 element string',
    words: CONTENTS,
    default: 'link',
    example: 'link',
  })
  readonly content!: (typeof CONTENTS)[number];

  @IntField({ about: 'Width of the quiet zone, in modules', min: 1, max: 20, default: 1, example: 1 })
  readonly quiet!: number;
}

const MODULE_MM_DEFAULT = 0.5;
const DPI_DEFAULT = 300;

/** Undefined where no size is asked for: then a drawing is for screens. */
export const moduleMmOf = ({ moduleMm }: PrintedCode): number | undefined =>
  moduleMm === null ? undefined : Number(moduleMm);

/** What a picture is to measure; undefined where nothing is asked. */
export const printOf = (query: PrintedCode): { readonly moduleMm: number; readonly dpi: number } | undefined =>
  query.moduleMm === null && query.dpi === null
    ? undefined
    : { moduleMm: moduleMmOf(query) ?? MODULE_MM_DEFAULT, dpi: query.dpi ?? DPI_DEFAULT };
