import { Decimal } from '../kernel/index.js';
import type { ScalarShape } from './shapes.js';

const INT_FORM = /^[+-]?\d+$/;

/** A whole number as REST would have got it; what is none stays the text that was sent, for the refusal to tell. */
const readInt = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!INT_FORM.test(trimmed)) return text;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) ? value : trimmed.replace('+', '');
};

const PLAIN = /^-?\d+(?:\.\d+)?$/;
/** No two parts of it can take the same digits: a long text that is none would cost its square. */
const DOUBLE_FORM = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d+))?$/;
/** What has more digits than any amount stays as it was sent, and is refused. */
const EXPONENT_MAX = 40;
const LONGEST = 255;

/** An amount as exact as it was sent, without an exponent: some clients write 0.00001 as `1.0E-5`. */
const readDouble = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (PLAIN.test(trimmed)) return trimmed;
  const parts = trimmed.length > LONGEST ? null : DOUBLE_FORM.exec(trimmed);
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

/** What the text of an element means by its type (soap.md, "On the wire"). */
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
