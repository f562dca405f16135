/** A refusal as REST tells it. */
export interface ReportedRefusal {
  readonly message: string;
  readonly parameters?: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly errors?: readonly ReportedRefusal[];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Its text with what its markers stand for. */
export const filledText = ({ message, parameters = {} }: ReportedRefusal): string => {
  const values = new Map(
    Object.entries(parameters).map(([name, value]) => [
      Array.isArray(parameters) ? String(Number(name) + 1) : name,
      value,
    ]),
  );
  return message.replace(/%(\w+)/g, (marker, name: string) => (values.has(name) ? shown(values.get(name)) : marker));
};
