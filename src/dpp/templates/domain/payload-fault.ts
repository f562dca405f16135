export interface PayloadFault {
  /** Members and list places from the payload on: `['spare_parts', 0, 'price', 'currency']`. */
  readonly path: readonly (string | number)[];
  /** A sentence without the path. */
  readonly message: string;
  /** The value isn't there, as opposed to a wrong one. */
  readonly missing: boolean;
  /** The path is one of the envelope's fields, by their names on the wire. */
  readonly isOfEnvelope?: true;
  /** Where the law asks for it, as far as a rule says so. */
  readonly cite?: string;
}

/** `spare_parts[0].price.currency`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, place) => (typeof step === 'number' ? `[${step}]` : place === 0 ? step : `.${step}`)).join('');
