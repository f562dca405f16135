import { Zip, ZipDeflate } from 'fflate';
import type { CodeModules } from '../../../../../libs/codes/index.js';
import { InputRefused, invalidValue } from '../../../../../libs/kernel/index.js';
import { elementString } from '../../../passport/domain/index.js';
import { type CodesForm, moduleMmOf, PICTURE_FAULTS, printOf, QUIET } from '../../../passport/index.js';
import type { Label } from '../../domain/label-text.js';
import { yieldToEventLoop } from '../../../../../libs/records/index.js';

type DrawCode = (label: Label) => Promise<Uint8Array>;

/** Default size: modules of half a millimeter, as for single codes. */
const AS_EVER = { pixelsOfModule: 8, pixelsPerMetre: 16_000 };

/**
 * Prepares drawing the codes of these labels. If the form does not suit the largest code (the one with the longest
 * content), refuses it before drawing the first code.
 */
export const drawerOf = async (
  labels: readonly Label[],
  query: CodesForm,
  format: 'svg' | 'png',
): Promise<DrawCode> => {
  // Loaded on first use, because the code packages take megabytes.
  const codes = await import('../../../../../libs/codes/index.js');
  const { symbol, level, content } = query;
  const form = { level, quiet: query.quiet ?? QUIET[symbol] };
  if (form.quiet < QUIET[symbol])
    throw new InputRefused(invalidValue('quiet', form.quiet, `at least ${QUIET[symbol]} for symbol=${symbol}`));
  const print = printOf(query);
  const size = print ? codes.pictureSize(print.moduleMm, print.dpi) : AS_EVER;
  const matrixOf = (label: Label): Promise<CodeModules> => {
    const says = content === 'link' ? label.target : elementString(label);
    if (!says)
      throw InputRefused.sentence(
        'The items of the run have no GTIN and therefore no element string. Send content=link.',
      );
    return codes.dataMatrix(says, form.quiet);
  };
  const [longest] = labels.toSorted((one, other) => other.target.length - one.target.length);
  if (longest && (symbol === 'datamatrix' || print)) {
    const code = symbol === 'qr' ? codes.readableModules(longest.target, form) : await matrixOf(longest);
    const fault = format === 'png' && print ? codes.pictureFault(code, size) : undefined;
    if (fault) throw new InputRefused(PICTURE_FAULTS[fault]);
  }
  const moduleMm = moduleMmOf(query);
  return async (label) => {
    if (symbol === 'qr')
      return format === 'png'
        ? codes.drawPng(label.target, form, size)
        : Buffer.from(codes.drawSvg(label.target, form, moduleMm));
    const code = await matrixOf(label);
    return format === 'png' ? codes.pngOf(code, size) : Buffer.from(codes.svgOf(code, moduleMm));
  };
};

/** Device names, which Windows does not accept as file names. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

const hex = (letter: string): string =>
  [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Percent-encodes the characters that `encodeURIComponent` leaves and Windows refuses. */
const encoded = (text: string): string => {
  const name = encodeURIComponent(text).replaceAll('*', hex);
  return DEVICES.test(name) ? hex(name.charAt(0)) + name.slice(1) : name;
};

/**
 * File names without extension that all systems accept, in order. They are percent-encoded, so that they can be
 * decoded. A text that differs from an earlier one only in case is encoded completely, because Windows ignores case.
 */
export const fileNames = (texts: readonly string[]): readonly string[] => {
  const taken = new Set<string>();
  return texts.map((text) => {
    const name = encoded(text);
    const free = taken.has(name.toLowerCase()) ? [...text].map(hex).join('') : name;
    taken.add(free.toLowerCase());
    return free;
  });
};

interface DrawnFile {
  readonly name: string;
  readonly draw: () => Promise<Uint8Array>;
}

/** A ZIP file, generated file by file. */
export async function* codesZip(files: readonly DrawnFile[], at: Date): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, draw } of files) {
    const entry = new ZipDeflate(name);
    entry.mtime = at;
    zip.add(entry);
    entry.push(await draw(), true);
    yield* made;
    made = [];
    await yieldToEventLoop();
  }
  zip.end();
  yield* made;
}
