import { type Fault, plain, say } from '../../../../libs/kernel/index.js';
import type { PassportContent } from '../../passport/domain/index.js';
import { allProperties, type PayloadFault, shapeOf, type TemplateDocument } from '../../templates/domain/index.js';
import { authoredFaults, payloadFault, unmappedFaults } from './publish-guards.js';

export const READINESS_STATES = ['missing', 'wrong'] as const;

/** One thing that the law asks for and that isn't there, or isn't right. */
export interface ReadinessItem {
  /** `dpp_payload.voltage.minimum`, `manufacturer.address`; null where it is of the passport as a whole. */
  readonly path: string | null;
  readonly state: (typeof READINESS_STATES)[number];
  readonly message: string;
  /** Where the law asks for it; null where nobody said. */
  readonly cite: string | null;
}

const itemOf = (fault: Fault, isMissing: boolean, cite: string | null): ReadinessItem => ({
  path: 'field' in fault ? (fault.field ?? null) : null,
  state: isMissing ? 'missing' : 'wrong',
  message: plain(say(fault)),
  cite,
});

/** What the nearest property around a value cites. */
const citeAt = (path: PayloadFault['path'], { schema }: TemplateDocument): string | null => {
  const names = path.filter((step) => typeof step === 'string');
  const known = new Map(allProperties(shapeOf(schema)).map((property) => [property.path, property.cite]));
  return (
    names
      .map((_, place) => known.get(names.slice(0, names.length - place).join('.')))
      .find((cite) => cite !== undefined && cite !== null) ?? null
  );
};

/**
 * What the law asks of a passport on a day and is missing or wrong, each with its citation: what schema and rules found
 * (`payloadFaults`, judged by that day), and what the envelope lacks whatever its template. Each place once.
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
