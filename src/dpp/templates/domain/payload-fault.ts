export interface PayloadFault {
  /** Members and list places from the payload on: `['spare_parts', 0, 'price', 'currency']`. */
  readonly path: readonly (string | number)[];
  /** A sentence without the path. */
  readonly message: string;
  /** The value isn't there, as opposed to a wrong one. */
  readonly missing: boolean;
}

/** `spare_parts[0].price.currency`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, place) => (typeof step === 'number' ? `[${step}]` : place === 0 ? step : `.${step}`)).join('');
