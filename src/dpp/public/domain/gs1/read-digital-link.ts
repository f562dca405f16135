import { type ApplicationIdentifier, applicationIdentifiers, isMeantBy } from './dictionary.js';
import { isValueOf, wholeValue } from './element.js';

/** The content of a GS1 Digital Link: values by application identifier, from path and query. */
export interface DigitalLink {
  /** The primary key first, then its qualifiers. */
  readonly path: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, string>;
}

const isInOrder = (sequence: readonly string[], qualifiers: readonly string[]): boolean => {
  let last = -1;
  return qualifiers.every((qualifier) => {
    const index = sequence.indexOf(qualifier);
    const isNext = index > last;
    last = index;
    return isNext;
  });
};

const mayFollow = ({ qualifiers: sequences = [] }: ApplicationIdentifier, qualifiers: readonly string[]): boolean =>
  sequences.some((sequence) => isInOrder(sequence, qualifiers));

/** Path segments from the last primary key on. Earlier segments belong to the URL stem. */
const keyedPart = (segments: readonly string[]): readonly string[] | undefined => {
  for (let index = segments.length - 2; index >= 0; index -= 2) {
    if (applicationIdentifiers().get(segments[index] ?? '')?.qualifiers) return segments.slice(index);
  }
  return undefined;
};

const pathOf = (segments: readonly string[]): ReadonlyMap<string, string> | undefined => {
  const keyed = keyedPart(segments);
  if (!keyed) return undefined;
  const pairs = keyed.flatMap((identifier, index) =>
    index % 2 === 0 ? [[identifier, wholeValue(identifier, keyed[index + 1] ?? '')] as const] : [],
  );
  const [[key] = [''], ...qualifiers] = pairs;
  const entries = applicationIdentifiers();
  const primary = entries.get(key);
  const areRight = pairs.every(([identifier, value]) => {
    const entry = entries.get(identifier);
    return entry !== undefined && isValueOf(entry, value);
  });
  return primary &&
    areRight &&
    mayFollow(
      primary,
      qualifiers.map(([qualifier]) => qualifier),
    )
    ? new Map(pairs)
    : undefined;
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return undefined;
  }
};

/** True if an identifier belongs in the path, so that it is not read from the query. */
const belongsInPath = (path: ReadonlyMap<string, string>, identifier: string): boolean => {
  const [key = '', ...qualifiers] = path.keys();
  const primary = applicationIdentifiers().get(key);
  return (
    primary !== undefined &&
    [...qualifiers, undefined].some((_, index) => mayFollow(primary, qualifiers.toSpliced(index, 0, identifier)))
  );
};

/** Values of numeric query keys; other keys do not belong to GS1. Undefined if a value is invalid. */
const attributesOf = (query: string, path: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined => {
  const attributes = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [key = '', ...rest] = pair.split('=');
    const identifier = decoded(key);
    if (identifier === undefined || !/^\d+$/.test(identifier)) continue;
    const entry = applicationIdentifiers().get(identifier);
    const text = decoded(rest.join('='));
    const value = text === undefined ? '' : wholeValue(identifier, text);
    const isNew = !path.has(identifier) && !attributes.has(identifier);
    if (!entry?.isAttribute || !isNew || belongsInPath(path, identifier) || !isValueOf(entry, value)) return undefined;
    attributes.set(identifier, value);
  }
  return attributes;
};

const areTogether = (identifiers: readonly string[]): boolean =>
  identifiers.every((identifier) => {
    const { requires = [], excludes = [] } = applicationIdentifiers().get(identifier) ?? {};
    const others = identifiers.filter((other) => other !== identifier);
    const isThere = (pattern: string): boolean => others.some((other) => isMeantBy(pattern, other));
    return (
      !excludes.some(isThere) &&
      requires.every((alternatives) => alternatives.some((all) => all.split('+').every(isThere)))
    );
  });

/**
 * Parses a Digital Link from decoded path segments and the raw query, using the syntax dictionary. Undefined if
 * invalid. Non-numeric query keys are ignored.
 */
export const readDigitalLink = (segments: readonly string[], query: string): DigitalLink | undefined => {
  const path = pathOf(segments);
  const attributes = path && attributesOf(query, path);
  return path && attributes && areTogether([...path.keys(), ...attributes.keys()]) ? { path, attributes } : undefined;
};
