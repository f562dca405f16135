/** Values of the placeholders: an object by name, or a list in order. */
export type Parameters = Readonly<Record<string, unknown>> | readonly unknown[];

/** A fault as the server tells it. */
export interface Fault {
  /** With its parameters filled in. */
  readonly message: string;
  /** With its markers, `%name` or `%1`: by it a program tells faults apart. */
  readonly template: string;
  readonly parameters: Parameters;
}

/** Why a request, or a row of one, was refused. */
export interface Refusal extends Fault {
  /** Several faults of one request; this one's own where it is the only one. */
  readonly faults: readonly Fault[];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** The text with what its markers stand for. */
export const filled = (template: string, parameters: Parameters = {}): string => {
  const values = Array.isArray(parameters)
    ? parameters.map((value: unknown, index) => [String(index + 1), value] as const)
    : Object.entries(parameters);
  if (values.length === 0) return template;
  const byName = new Map(values);
  // The longest name first: %fieldName is no %field.
  const names = [...byName.keys()].sort((one, other) => other.length - one.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return template.replace(new RegExp(`%(${escaped.join('|')})`, 'g'), (_, name: string) => shown(byName.get(name)));
};

interface Body {
  readonly message?: unknown;
  readonly parameters?: Parameters;
  readonly errors?: readonly Body[];
}

const bodyOf = (raw: unknown): Body => (typeof raw === 'object' && raw !== null ? raw : {});

const faultOf = (raw: unknown): Fault => {
  const { message, parameters = {} } = bodyOf(raw);
  const template = typeof message === 'string' ? message : '';
  return { message: filled(template, parameters), template, parameters };
};

/** What the server tells of a refusal, faults of several fields in one text. */
export const refusalOf = (raw: unknown): Refusal => {
  const own = faultOf(raw);
  const { errors } = bodyOf(raw);
  if (!Array.isArray(errors) || errors.length === 0) return { ...own, faults: [own] };
  const faults = errors.map(faultOf);
  return { ...own, message: [own, ...faults].map(({ message }) => message).join(' '), faults };
};

/** What the server refused, or couldn't do. */
export class KontorError extends Error implements Refusal {
  override readonly name = 'KontorError';
  readonly template: string;
  readonly parameters: Parameters;
  readonly faults: readonly Fault[];

  constructor(
    readonly status: number,
    body: unknown,
    /** The request: verb and address. */
    readonly request: string,
  ) {
    const { message, template, parameters, faults } = refusalOf(body);
    super(message || `${request} was answered ${status}`);
    this.template = template;
    this.parameters = parameters;
    this.faults = faults;
  }
}

/** Of an answer that is no success. */
export const errorOf = async (response: Response, request: string): Promise<KontorError> => {
  const text = await response.text();
  try {
    return new KontorError(response.status, JSON.parse(text), request);
  } catch {
    return new KontorError(response.status, { message: text.slice(0, 500) }, request);
  }
};
