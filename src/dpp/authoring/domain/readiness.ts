import { type Fault, plain, say } from '../../../../libs/kernel/index.js';
import type { PassportContent } from '../../passport/domain/index.js';
import { allProperties, type PayloadFault, shapeOf, type TemplateDocument } from '../../templates/domain/index.js';
import { authoredFaults, payloadFault, unmappedFaults } from './publish-guards.js';

export const READINESS_STATES = ['missing', 'wrong'] as const;

/** A legally required data point that is missing or wrong. */
export interface ReadinessItem {
  /** Such as `dpp_payload.voltage.minimum` or `manufacturer.address`; null for the passport as a whole. */
  readonly path: string | null;
  readonly state: (typeof READINESS_STATES)[number];
  readonly message: string;
  /** Legal source of the requirement; null if none is given. */
  readonly cite: string | null;
}

/** Something doubtful that has no effect on readiness. */
export type ReadinessWarning = Omit<ReadinessItem, 'state'>;

const itemOf = (fault: Fault, isMissing: boolean, cite: string | null): ReadinessItem => ({
  path: 'field' in fault ? (fault.field ?? null) : null,
  state: isMissing ? 'missing' : 'wrong',
  message: plain(say(fault)),
  cite,
});

/** The citation of the nearest enclosing property. */
const citeAt = (path: PayloadFault['path'], { schema }: TemplateDocument): string | null => {
  const names = path.filter((step) => typeof step === 'string');
  const known = new Map(allProperties(shapeOf(schema)).map((property) => [property.path, property.cite]));
  return (
    names
      .map((_, index) => known.get(names.slice(0, names.length - index).join('.')))
      .find((cite) => cite !== undefined && cite !== null) ?? null
  );
};

/**
 * Data points required on a date that are missing or wrong, with citations: faults of schema and rules (`payloadFaults`
 * for that date) and of the envelope. Each path appears once.
 */
export const readinessItems = (
  passport: PassportContent,
  template: TemplateDocument,
  payloadFaults: readonly PayloadFault[],
): readonly ReadinessItem[] => {
  const items = [
    ...payloadFaults.map((fault) =>
      itemOf(
        payloadFault(fault),
        fault.missing,
        fault.cite ?? (fault.isOfEnvelope ? null : citeAt(fault.path, template)),
      ),
    ),
    ...authoredFaults(passport, template).map(({ fault, cite }) => itemOf(fault, fault.kind === 'required', cite)),
    ...unmappedFaults(passport, template).map((fault) => itemOf(fault, false, null)),
  ];
  const known = new Set<string>();
  return items.filter(({ path }) => path === null || (!known.has(path) && known.add(path)));
};
