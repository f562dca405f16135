/**
 * An error in an input, as data, with the messages and parameters of the shop platform (wire.md §2 and §4). `said`
 * converts it to text.
 */
export type Fault =
  | { readonly kind: 'required'; readonly field: string }
  | { readonly kind: 'unsupported'; readonly field: string }
  | { readonly kind: 'type'; readonly field: string; readonly value: unknown; readonly expected: string }
  | { readonly kind: 'invalid'; readonly field: string; readonly value: unknown; readonly rule?: string }
  | { readonly kind: 'sentence'; readonly field?: string; readonly message: string; readonly parameters?: Parameters };

type Parameters = Readonly<Record<string, unknown>> | readonly unknown[];

/** A message with `%name` or `%1` placeholders, and their values. */
export interface FaultText {
  readonly message: string;
  readonly parameters?: Parameters;
}

/** A required input is missing or null. */
export const required = (field: string): Fault => ({ kind: 'required', field });
/** The record has no field with this name, which is reported as sent. */
export const unsupported = (field: string): Fault => ({ kind: 'unsupported', field });
/** A value has the wrong type; `expected` is `int`, `float`, `string`, `day`, … */
export const wrongType = (field: string, value: unknown, expected: string): Fault => ({
  kind: 'type',
  field,
  value,
  expected,
});
/**
 * A value has the right type but is not allowed: outside the range or list, or a reference to a missing record. `rule`
 * says what is allowed: "at most 6 decimal places".
 */
export const invalidValue = (field: string, value: unknown, rule?: string): Fault => ({
  kind: 'invalid',
  field,
  value,
  ...(rule === undefined ? {} : { rule }),
});
/** Like `invalidValue`, with a short list of allowed values in the message. */
export const noneOf = (field: string, value: unknown, words: readonly string[]): Fault =>
  sentence(
    `Invalid value of "%value" provided for the %fieldName field. Allowed values: ${words.join(', ')}.`,
    { fieldName: field, value: echoed(value) },
    field,
  );
/**
 * Rejects new keys `.` and `..`: clients normalize them away in paths and would call another route. Already stored
 * ones remain valid.
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
/** An error with a custom message. */
export const sentence = (message: string, parameters?: Parameters, field?: string): Fault => ({
  kind: 'sentence',
  message,
  ...(parameters === undefined ? {} : { parameters }),
  ...(field === undefined ? {} : { field }),
});

const SHOWN_LENGTH_MAX = 200;

/** Formats a value for a message: short, and without the content of objects. */
export const shown = (value: unknown): string => {
  const text =
    typeof value === 'string'
      ? value
      : value === undefined
        ? ''
        : ((JSON.stringify(value) as string | undefined) ?? '');
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
};

const echoed = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' || value === null ? value : shown(value);

export const say = (fault: Fault): FaultText => {
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

/** The message with its placeholders replaced, for people and logs. */
export const plain = ({ message, parameters }: FaultText): string =>
  message.replace(/%(\w+)/g, (marker, name: string) => {
    if (parameters === undefined) return marker;
    const value = Array.isArray(parameters)
      ? (parameters as readonly unknown[])[Number(name) - 1]
      : (parameters as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? marker : shown(value);
  });

/** Adds the position in a list to an error: `priceLists[3].priority` (pricing.md §1). */
export const at = (path: string, fault: Fault): Fault => {
  if (fault.kind === 'sentence') {
    const field = fault.field === undefined ? path : `${path}.${fault.field}`;
    return { ...fault, field, message: `${field}: ${fault.message}` };
  }
  return { ...fault, field: `${path}.${fault.field}` };
};
