import { Decimal } from '../kernel/index.js';
import type { ScalarShape } from './shapes.js';

const INT_FORM = /^[+-]?\d+$/;

/** A whole number, as in REST. Other text is unchanged, so that the error message can show it. */
const readInt = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!INT_FORM.test(trimmed)) return text;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) ? value : trimmed.replace('+', '');
};

const PLAIN = /^-?\d+(?:\.\d+)?$/;
/** Its parts never match the same digits. Otherwise a long invalid text would take quadratic time. */
const DOUBLE_FORM = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d+))?$/;
/** A number with more digits than any amount stays a text, which is refused later. */
const EXPONENT_MAX = 40;
const TEXT_LENGTH_MAX = 255;

/** An amount with all its digits and without an exponent: some clients write 0.00001 as `1.0E-5`. */
const readDouble = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (PLAIN.test(trimmed)) return trimmed;
  const parts = trimmed.length > TEXT_LENGTH_MAX ? null : DOUBLE_FORM.exec(trimmed);
  if (!parts || Math.abs(Number(parts[1] ?? 0)) > EXPONENT_MAX) return text;
  return new Decimal(trimmed.replace(/^\+/, '')).toFixed();
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);

const readBoolean = (text: string): unknown => {
  const trimmed = text.trim();
  return trimmed === '' ? null : (BOOLEANS.get(trimmed) ?? text);
};

/** Parses the text of an element by its type (soap.md, "On the wire"). */
export const readScalar = (shape: ScalarShape, text: string): unknown => {
  if (shape.read) return shape.read(text);
  switch (shape.type) {
    case 'int':
    case 'long':
      return readInt(text);
    case 'double':
      return readDouble(text);
    case 'boolean':
      return readBoolean(text);
    case 'string':
      return text;
  }
};
