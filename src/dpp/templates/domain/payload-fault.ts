export interface PayloadFault {
  /** Member names and list indexes within the payload, such as `['spare_parts', 0, 'price', 'currency']`. */
  readonly path: readonly (string | number)[];
  /** Sentence that continues the path. */
  readonly message: string;
  /** True for a missing value, false for a wrong one. */
  readonly missing: boolean;
  /** True if the path is an envelope field, by its API name. */
  readonly isOfEnvelope?: true;
  /** Legal source, if the rule has one. */
  readonly cite?: string;
}

/** Path as text, such as `spare_parts[0].price.currency`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
