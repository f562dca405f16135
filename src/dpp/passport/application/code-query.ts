import { DecimalField, IntField, StringField } from '../../../../libs/records/index.js';
import { type Decimal, type Fault, sentence } from '../../../../libs/kernel/index.js';

const LEVELS = ['L', 'M', 'Q', 'H'] as const;
type Level = (typeof LEVELS)[number];
const MODULE_MM = { precision: 5, scale: 3, min: '0.1', max: '5' } as const;
const DPI = { min: 72, max: 2400 } as const;

/** Parameters of a printed code (passports-public.md, "Codes"). */
class PrintedCode {
  @DecimalField({
    about: 'Printed width of one module in millimeters; default 0.5 if `dpi` is set',
    ...MODULE_MM,
    nullable: true,
    example: 0.5,
  })
  readonly moduleMm!: Decimal | null;

  @IntField({
    about:
      'Approximate image resolution in dots per inch, adjusted to whole pixels per module; default 300 if `module_mm` is set',
    ...DPI,
    nullable: true,
    example: 600,
  })
  readonly dpi!: number | null;
}

const LEVEL = {
  about:
    'Error correction level. A code stays readable with damage of up to about 7 % (L), 15 % (M), 25 % (Q) or 30 % (H).',
  words: LEVELS,
  default: 'M',
  example: 'M',
} as const;

/** Minimum quiet zones of QR codes and Data Matrix, in modules (ISO/IEC 18004, 16022). */
export const QUIET = { qr: 4, datamatrix: 1 } as const;
const QUIET_MAX = 20;

export class QrQuery extends PrintedCode {
  @StringField(LEVEL)
  readonly level!: Level;

  @IntField({
    about: 'Quiet zone width in modules',
    min: QUIET.qr,
    max: QUIET_MAX,
    default: QUIET.qr,
    example: 4,
  })
  readonly quiet!: number;
}

const CONTENTS = ['link', 'elements'] as const;

const CONTENT = {
  about:
    'Data Matrix content: `link` (the URL of the QR code) or `elements` (GTIN, batch and serial number as a GS1 element string)',
  words: CONTENTS,
  default: 'link',
  example: 'link',
} as const;

export class DataMatrixQuery extends PrintedCode {
  @StringField(CONTENT)
  readonly content!: (typeof CONTENTS)[number];

  @IntField({
    about: 'Quiet zone width in modules',
    min: QUIET.datamatrix,
    max: QUIET_MAX,
    default: QUIET.datamatrix,
    example: 1,
  })
  readonly quiet!: number;
}

const SYMBOLS = ['qr', 'datamatrix'] as const;

/** For several codes of either kind. */
export class CodesForm extends PrintedCode {
  @StringField({
    about: 'Symbol type: `qr` for QR codes, `datamatrix` for Data Matrix codes',
    words: SYMBOLS,
    default: 'qr',
    example: 'qr',
  })
  readonly symbol!: (typeof SYMBOLS)[number];

  @StringField(LEVEL)
  readonly level!: Level;

  @StringField(CONTENT)
  readonly content!: (typeof CONTENTS)[number];

  @IntField({
    about: 'Quiet zone width in modules; minimum and default: 4 for a QR code, 1 for a Data Matrix code',
    min: QUIET.datamatrix,
    max: QUIET_MAX,
    nullable: true,
    example: 4,
  })
  readonly quiet!: number | null;
}

/** Reasons why an image cannot be drawn at the requested size. */
export const PICTURE_FAULTS: Readonly<Record<'coarse' | 'large', Fault>> = {
  coarse: sentence('A module would be smaller than two pixels. Use a higher dpi or a larger module_mm.', {}, 'dpi'),
  large: sentence('The image would be too large. Use a lower dpi or a smaller module_mm.', {}, 'dpi'),
};

const MODULE_MM_DEFAULT = 0.5;
const DPI_DEFAULT = 300;

/** Undefined for an image sized for screens. */
export const moduleMmOf = ({ moduleMm }: PrintedCode): number | undefined =>
  moduleMm === null ? undefined : Number(moduleMm);

/** Printed size of an image; undefined if not requested. */
export const printOf = (query: PrintedCode): { readonly moduleMm: number; readonly dpi: number } | undefined =>
  query.moduleMm === null && query.dpi === null
    ? undefined
    : { moduleMm: moduleMmOf(query) ?? MODULE_MM_DEFAULT, dpi: query.dpi ?? DPI_DEFAULT };
