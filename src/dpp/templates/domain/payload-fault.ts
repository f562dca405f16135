export interface PayloadFault {
  /** Member names and list positions from the payload on: `['spare_parts', 0, 'price', 'currency']`. */
  readonly path: readonly (string | number)[];
  /** A sentence that follows the path. */
  readonly message: string;
  /** True for an absent value, false for a wrong one. */
  readonly missing: boolean;
  /** The path refers to an envelope field by its API name. */
  readonly isOfEnvelope?: true;
  /** Legal source, if a rule has one. */
  readonly cite?: string;
}

/** `spare_parts[0].price.currency`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
