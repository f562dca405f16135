import { type CodeModules, withQuiet } from './code-modules.js';

/** The least that a Data Matrix needs around it, in modules (ISO/IEC 16022). */
const DATA_MATRIX_QUIET = 1;

/** An application identifier and its value; GS1 gives those of fixed length no end. */
export type ElementString = readonly (readonly [identifier: string, value: string, isFixed: boolean])[];

const FNC1 = '^FNC1';

/** The separator between the elements of a GS1 DataMatrix, in the format of the package. */
const written = (elements: ElementString): string =>
  elements.reduce(
    (text, [identifier, value, isFixed], index) =>
      `${text}${identifier}${value}${isFixed || index === elements.length - 1 ? '' : FNC1}`,
    FNC1,
  );

/**
 * The modules of a Data Matrix that says a text, or of a GS1 DataMatrix that says elements. The package takes 30 MB: it is
 * loaded with the first one.
 */
export const dataMatrix = async (says: string | ElementString, quiet = DATA_MATRIX_QUIET): Promise<CodeModules> => {
  const { default: bwip } = await import('bwip-js/node');
  const isText = typeof says === 'string';
  const [drawn] = bwip.raw({ bcid: 'datamatrix', text: isText ? says : written(says), parsefnc: !isText });
  if (!drawn || !('pixs' in drawn)) throw new Error('no Data Matrix was made');
  const { pixs, pixx } = drawn;
  return withQuiet({ size: pixx, isDark: (row, column) => pixs[row * pixx + column] === 1 }, quiet);
};
