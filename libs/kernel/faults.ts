/**
 * What is wrong with an input, with the messages and parameters of the shop platform (wire.md §2 and §4). A fault is
 * data; only `said` turns it into text.
 */
export type Fault =
  | { readonly kind: 'required'; readonly field: string }
  | { readonly kind: 'unsupported'; readonly field: string }
  | { readonly kind: 'type'; readonly field: string; readonly value: unknown; readonly expected: string }
  | { readonly kind: 'invalid'; readonly field: string; readonly value: unknown; readonly rule?: string }
  | { readonly kind: 'sentence'; readonly field?: string; readonly message: string; readonly parameters?: Parameters };

type Parameters = Readonly<Record<string, unknown>> | readonly unknown[];

/** A message with `%name` or `%1` placeholders and their values. */
export interface Said {
  readonly message: string;
  readonly parameters?: Parameters;
}

/** A mandatory input that is missing or null. */
export const required = (field: string): Fault => ({ kind: 'required', field });
/** A key that the record doesn't have, as it was sent. */
export const unsupported = (field: string): Fault => ({ kind: 'unsupported', field });
/** A value of the wrong type; `expected` is `int`, `float`, `string`, `day`, … */
export const wrongType = (field: string, value: unknown, expected: string): Fault => ({
  kind: 'type',
  field,
  value,
  expected,
});
/**
 * A value of the right type that is not allowed: outside the range or list, or a reference to a missing record. `rule`
 * says what is allowed: "at most 6 decimal places".
 */
export const invalidValue = (field: string, value: unknown, rule?: string): Fault => ({
  kind: 'invalid',
  field,
  value,
  ...(rule === undefined ? {} : { rule }),
});
/** The same for a short list of allowed values, which it contains. */
export const noneOf = (field: string, value: unknown, words: readonly string[]): Fault =>
  sentence(
    `Invalid value of "%value" provided for the %fieldName field. Allowed values: ${words.join(', ')}.`,
    { fieldName: field, value: echoed(value) },
    field,
  );
/**
 * A new key that a path cannot name: clients remove `.` and `..` from paths, and reach another route. Stored ones stay.
 */
export const pathKeyFaults = (field: string, key: string, stored?: string): readonly Fault[] =>
  (key === '.' || key === '..') && key !== stored
    ? [
        sentence(
          '"%value" is not allowed as %fieldName because HTTP clients remove it from URL paths. Choose another value.',
          { fieldName: field, value: key },
          field,
        ),
      ]
    : [];
/** A fault with its own message. */
export const sentence = (message: string, parameters?: Parameters, field?: string): Fault => ({
  kind: 'sentence',
  message,
  ...(parameters === undefined ? {} : { parameters }),
  ...(field === undefined ? {} : { field }),
});

const LONGEST_ECHO = 200;

/** A value for use in a message: short, and never the content of an object. */
export const shown = (value: unknown): string => {
  const text =
    typeof value === 'string'
      ? value
      : value === undefined
        ? ''
        : ((JSON.stringify(value) as string | undefined) ?? '');
  return text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
};

const echoed = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' || value === null ? value : shown(value);

export const say = (fault: Fault): Said => {
  switch (fault.kind) {
    case 'required':
      return { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: fault.field } };
    case 'unsupported':
      return {
        message: '"%fieldName" is not supported. Correct the field name and try again.',
        parameters: { fieldName: fault.field },
      };
    case 'type':
      return {
        message:
          `Error occurred during "${shown(fault.field)}" processing. The "${shown(fault.value)}" value's type is invalid. ` +
          `The "${fault.expected}" type was expected. Verify and try again.`,
      };
    case 'invalid':
      return {
        message: `Invalid value of "%value" provided for the %fieldName field.${fault.rule === undefined ? '' : ` Allowed: ${fault.rule}.`}`,
        parameters: { fieldName: fault.field, value: echoed(fault.value) },
      };
    case 'sentence':
      return fault.parameters === undefined
        ? { message: fault.message }
        : { message: fault.message, parameters: fault.parameters };
  }
};

/** The message with its markers filled in, for people and logs. */
export const plain = ({ message, parameters }: Said): string =>
  message.replace(/%(\w+)/g, (marker, name: string) => {
    if (parameters === undefined) return marker;
    const value = Array.isArray(parameters)
      ? (parameters as readonly unknown[])[Number(name) - 1]
      : (parameters as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? marker : shown(value);
  });

/** The same fault with its position in a list: `priceLists[3].priority` (pricing.md §1). */
export const at = (path: string, fault: Fault): Fault => {
  if (fault.kind === 'sentence') {
    const field = fault.field === undefined ? path : `${path}.${fault.field}`;
    return { ...fault, field, message: `${field}: ${fault.message}` };
  }
  return { ...fault, field: `${path}.${fault.field}` };
};
