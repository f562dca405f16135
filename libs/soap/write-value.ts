import { StreamedList, StreamedObject } from '../operations/index.js';
import { ITEM, type ListShape, type ObjectShape, type ScalarShape, type Shape } from './shapes.js';
import { escapeXml } from './xml-text.js';

/** Writes a value as elements with a name; nothing for null. */
type Writer = (value: unknown) => string;

type ObjectValue = Readonly<Record<string, unknown>>;

/** A number that keeps its exact digits as text. */
interface RawNumber {
  readonly rawJSON: string;
}

const plainText = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return escapeXml(value);
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return escapeXml((value as RawNumber).rawJSON);
  }
};

const scalarWriter = (name: string, { write }: ScalarShape): Writer => {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const text = write ? (value: unknown) => escapeXml(write(value)) : plainText;
  return (value) => (value === null || value === undefined ? '' : open + text(value) + close);
};

const objectWriter = (name: string, { members, write }: ObjectShape): Writer => {
  const [open, close] = [`<${name}>`, `</${name}>`];
  let writers: readonly (readonly [key: string, Writer])[] | undefined;
  return (value) => {
    if (value === null || value === undefined) return '';
    writers ??= members.map((one) => [one.key, writerOf(one.name, one.shape)] as const);
    const values = write ? write(value) : (value as ObjectValue);
    let text = open;
    for (const [key, writeMember] of writers) text += writeMember(values[key]);
    return text + close;
  };
};

const listWriter = (name: string, { item, write }: ListShape): Writer => {
  const [open, close, empty] = [`<${name}>`, `</${name}>`, `<${name}/>`];
  let writeItem: Writer | undefined;
  return (value) => {
    if (value === null || value === undefined) return '';
    writeItem ??= writerOf(ITEM, item);
    let text = '';
    for (const one of write ? write(value) : (value as Iterable<unknown>)) text += writeItem(one);
    return text === '' ? empty : open + text + close;
  };
};

const known = new WeakMap<Shape, Map<string, Writer>>();

/** Returns a function that writes values of a shape. Compiled once, because it may write thousands of lines. */
export const writerOf = (name: string, shape: Shape): Writer => {
  let writers = known.get(shape);
  if (!writers) known.set(shape, (writers = new Map<string, Writer>()));
  let found = writers.get(name);
  if (!found) {
    found =
      shape.kind === 'scalar'
        ? scalarWriter(name, shape)
        : shape.kind === 'object'
          ? objectWriter(name, shape)
          : listWriter(name, shape);
    writers.set(name, found);
  }
  return found;
};

/** Writes a value in chunks, if parts of it are created while it is written. */
export function* written(name: string, shape: Shape, value: unknown): Generator<string, void> {
  if (shape.kind === 'object' && value instanceof StreamedObject) {
    yield `<${name}>`;
    for (const { name: inner, key, shape: own } of shape.members) yield* written(inner, own, value.members[key]);
    yield `</${name}>`;
  } else if (shape.kind === 'array' && value instanceof StreamedList) {
    yield `<${name}>`;
    for (const one of value.elements()) yield* written(ITEM, shape.item, one);
    yield `</${name}>`;
  } else yield writerOf(name, shape)(value);
}
