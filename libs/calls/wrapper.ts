import {
  type Fault,
  FAULTS_MAX,
  InputRefused,
  isObject,
  missing,
  refuse,
  unsupported,
  wrongType,
} from '../kernel/index.js';
import { snakeCase } from '../records/index.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an object in a body. An empty list counts as an empty object, because PHP encodes it that way. */
export const asObject = (raw: unknown): JsonObject | undefined => {
  if (Array.isArray(raw)) return raw.length === 0 ? {} : undefined;
  return isObject(raw) ? raw : undefined;
};

const refuseKeys = (names: readonly string[]): void => refuse(names.slice(0, FAULTS_MAX).map(unsupported));

/** Additional keys that the shop platform's own operations accept and that are ignored here. */
const IGNORED: ReadonlySet<string> = new Set(['saveOptions', 'save_options']);

/**
 * Removes the wrapper: one key in camelCase or snake_case (wire.md §2). Reports a missing wrapper, even if the body
 * has other keys.
 */
export const unwrap = (body: unknown, wrapper: string): unknown => {
  const object = asObject(body) ?? {};
  const key = [wrapper, snakeCase(wrapper)].find((name) => Object.hasOwn(object, name));
  const value = key === undefined ? undefined : object[key];
  if (value === undefined || value === null) throw missing(wrapper);
  refuseKeys(Object.keys(object).filter((name) => name !== key && !IGNORED.has(name)));
  return value;
};

export const unwrapObject = (body: unknown, wrapper: string): JsonObject => {
  const value = unwrap(body, wrapper);
  const object = asObject(value);
  if (!object) throw new InputRefused(wrongType(wrapper, value, 'object'));
  return object;
};

/** A list of objects. Errors name the position: `priceLists[3]` (pricing.md §1). */
export const unwrapList = (body: unknown, wrapper: string): readonly JsonObject[] => {
  const value = unwrap(body, wrapper);
  if (!Array.isArray(value)) throw new InputRefused(wrongType(wrapper, value, 'object[]'));
  const faults: Fault[] = [];
  const items = (value as readonly unknown[]).map((item, index) => {
    const object = asObject(item);
    if (!object && faults.length < FAULTS_MAX) faults.push(wrongType(`${wrapper}[${index}]`, item, 'object'));
    return object ?? {};
  });
  refuse(faults);
  return items;
};

export const plainObject = (body: unknown): JsonObject => {
  const object = asObject(body);
  if (!object) throw new InputRefused(wrongType('body', body, 'object'));
  return object;
};

export const refuseFields = (body: unknown): void => {
  if (body === undefined) return;
  refuseKeys(Object.keys(plainObject(body)));
};
