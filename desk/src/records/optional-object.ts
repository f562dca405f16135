/** The new value of an object after a change. An optional object whose fields are all empty is unset. */
export const objectOrUnset = (
  isOptional: boolean,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null =>
  isOptional && Object.values(values).every((value) => (value ?? '') === '') ? null : values;
