import { type CodeModules, withQuiet } from './code-modules.js';

/** Smallest quiet zone of a Data Matrix, in modules (ISO/IEC 16022). */
const DATA_MATRIX_QUIET = 1;

/** GS1 application identifiers and their values. Elements of fixed length need no separator. */
export type ElementString = readonly (readonly [identifier: string, value: string, isFixed: boolean])[];

const FNC1 = '^FNC1';

/** Formats elements for the barcode package, with a separator after those of variable length. */
const written = (elements: ElementString): string =>
  elements.reduce(
    (text, [identifier, value, isFixed], index) =>
      `${text}${identifier}${value}${isFixed || index === elements.length - 1 ? '' : FNC1}`,
    FNC1,
  );

/**
 * The modules of a Data Matrix with a text, or of a GS1 DataMatrix with elements. Loads the package with the first
 * code, because it takes 30 MB of memory.
 */
export const dataMatrix = async (says: string | ElementString, quiet = DATA_MATRIX_QUIET): Promise<CodeModules> => {
  const { default: bwip } = await import('bwip-js/node');
  const isText = typeof says === 'string';
  const [drawn] = bwip.raw({ bcid: 'datamatrix', text: isText ? says : written(says), parsefnc: !isText });
  if (!drawn || !('pixs' in drawn)) throw new Error('no Data Matrix was made');
  const { pixs, pixx } = drawn;
  return withQuiet({ size: pixx, isDark: (row, column) => pixs[row * pixx + column] === 1 }, quiet);
};
