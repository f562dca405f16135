/** A refusal as returned by REST. */
export interface ReportedRefusal {
  readonly message: string;
  readonly parameters?: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly errors?: readonly ReportedRefusal[];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The text of a refusal with its placeholders filled in. */
export const filledText = ({ message, parameters = {} }: ReportedRefusal): string => {
  const values = new Map(
    Object.entries(parameters).map(([name, value]) => [
      Array.isArray(parameters) ? String(Number(name) + 1) : name,
      value,
    ]),
  );
  return message.replace(/%(\w+)/g, (marker, name: string) => (values.has(name) ? shown(values.get(name)) : marker));
};
