import type { Json } from './world.js';

/** The error messages of the platform, as in wire.md. */

export const NO_ROUTE = { message: 'Request does not match any route.' };

export const required = (fieldName: string): Json => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});

export const unsupported = (fieldName: string): Json => ({
  message: '"%fieldName" is not supported. Correct the field name and try again.',
  parameters: { fieldName },
});

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

export const wrongType = (fieldName: string, value: unknown, expected: string): Json => ({
  message:
    `Error occurred during "${fieldName}" processing. The "${shown(value)}" value's type is invalid. ` +
    `The "${expected}" type was expected. Verify and try again.`,
});

export const invalid = (fieldName: string, value: unknown): Json => ({
  message: expect.stringMatching(/^Invalid value of "%value" provided for the %fieldName field\.( Allowed: .+\.)?$/),
  parameters: { fieldName, value: typeof value === 'number' || typeof value === 'boolean' ? value : shown(value) },
});

export const noSuchEntity = (fieldValue: number): Json => ({
  message: 'No such entity with %fieldName = %fieldValue',
  parameters: { fieldName: 'id', fieldValue },
});

export const denied = (resources: string): Json => ({
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources },
});

export const noAttribute = (name: string): Json => ({
  message: 'The "%1" attribute name is invalid. Reset the name and try again.',
  parameters: [name],
});

/** The response for several errors of one request. */
export const several = (...errors: readonly Json[]): Json =>
  errors.length === 1 && errors[0] ? errors[0] : { message: 'One or more input exceptions have occurred.', errors };
