import { gtin14 } from '../../../passport/domain/index.js';
import type { ApplicationIdentifier, Component } from './dictionary.js';
import { passes } from './linters.js';

const SIGNS: Readonly<Record<Component['signs'], RegExp>> = {
  N: /^\d*$/,
  // GS1 General Specifications, figures 7.11-1 to 7.11-3.
  X: /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/,
  Y: /^[#\-/0-9A-Z]*$/,
  Z: /^[-0-9=A-Z_a-z]*$/,
};

const holds = ({ signs, length, isVariable, linters }: Component, text: string): boolean =>
  text.length > 0 &&
  (isVariable ? text.length <= length : text.length === length) &&
  SIGNS[signs].test(text) &&
  linters.every((linter) => passes(linter, text));

/** Validates a value: each component consumes its characters from the front. */
export const isValueOf = ({ components }: ApplicationIdentifier, value: string): boolean => {
  let rest = value;
  for (const component of components) {
    if (rest === '' && component.isOptional) continue;
    const text = component.isVariable ? rest : rest.slice(0, component.length);
    if (!holds(component, text)) return false;
    rest = rest.slice(text.length);
  }
  return rest === '';
};

const GTIN = '01';

/** Pads a GTIN of 8, 12 or 13 digits to 14, because older printed links lack the zeros. */
export const wholeValue = (identifier: string, value: string): string =>
  identifier === GTIN ? (gtin14(value) ?? value) : value;
