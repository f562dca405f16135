import { type Day, type Fault, plain, say } from '../../../../libs/kernel/index.js';
import { isEmptyValue, type PassportContent } from '../../passport/domain/index.js';
import {
  allProperties,
  awaitedDuties,
  type PayloadFault,
  ruleFacts,
  shapeOf,
  type TemplateDocument,
  valueAt,
} from '../../templates/domain/index.js';
import { authoredFaults, payloadFault, unmappedFaults } from './publish-guards.js';

export const READINESS_STATES = ['missing', 'wrong'] as const;

/** A legally required data point that is missing or wrong. */
export interface ReadinessItem {
  /** Path such as `dpp_payload.voltage.minimum` or `manufacturer.address`; null for the passport as a whole. */
  readonly path: string | null;
  readonly state: (typeof READINESS_STATES)[number];
  readonly message: string;
  /** Legal source of the requirement; null if the template states none. */
  readonly cite: string | null;
}

/** An implausible value, which does not affect readiness. */
export type ReadinessWarning = Omit<ReadinessItem, 'state'>;

/** A requirement of an act that is not adopted yet. */
export interface AwaitedItem extends ReadinessWarning {
  readonly earliest: Day;
}

export const awaitedItems = (passport: PassportContent, template: TemplateDocument): readonly AwaitedItem[] =>
  awaitedDuties(template.rules, ruleFacts(passport, template)).map(({ field, envelope, earliest, act, cite }) => {
    const path = field === undefined ? envelope : `dpp_payload.${field}`;
    return {
      path,
      message: `${path} is not required yet, because ${act} has not been adopted. It can be required from ${earliest}.`,
      cite: cite ?? null,
      earliest: earliest as Day,
    };
  });

const ACT = 'Regulation (EU) 2023/1542';

/**
 * Missing identifier: an item that legally needs a passport must have an identifier of EN 18219, such as a GTIN with a
 * serial number.
 */
export const unidentified = ({ gtin, identifiers }: Pick<PassportContent, 'gtin' | 'identifiers'>): ReadinessItem[] =>
  gtin !== null || !isEmptyValue(identifiers)
    ? []
    : [
        {
          path: 'gtin',
          state: 'missing',
          message:
            'The item has no identifier according to ISO/IEC 15459. Add a GTIN in addition to the serial number, or an entry in identifiers.',
          cite: `${ACT}, Art. 77(3)`,
        },
      ];

const LMT_KG_MAX = 25;
const ENERGY_TOLERANCE = 0.2;

/** Battery values that contradict each other. */
export const implausible = ({
  templateCode,
  ratedEnergyWh,
  dppPayload,
}: PassportContent): readonly ReadinessWarning[] => {
  if (templateCode !== 'battery') return [];
  const number = (path: string): number | undefined => {
    const value = valueAt(dppPayload, path);
    return typeof value === 'number' ? value : undefined;
  };
  const [weight, volts, ampereHours] = ['weight_kg', 'voltage.nominal', 'rated_capacity_ah'].map(number);
  const energy = volts !== undefined && ampereHours !== undefined ? volts * ampereHours : 0;
  const isOff = ratedEnergyWh !== null && energy > 0 && Math.abs(ratedEnergyWh - energy) > ENERGY_TOLERANCE * energy;
  return [
    ...(dppPayload['battery_category'] === 'lmt' && weight !== undefined && weight > LMT_KG_MAX
      ? [
          {
            path: 'dpp_payload.weight_kg',
            message: `A battery for light means of transport weighs at most ${LMT_KG_MAX} kg; this one weighs ${weight} kg. Check the weight and the category.`,
            cite: `${ACT}, Art. 3(1)(11)`,
          },
        ]
      : []),
    ...(isOff
      ? [
          {
            path: 'rated_energy_wh',
            message: `The rated energy is ${ratedEnergyWh} Wh, but voltage times capacity is ${Math.round(energy)} Wh. Check these values.`,
            cite: null,
          },
        ]
      : []),
  ];
};

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
 * Data points that are required on a date but missing or wrong, with citations. Combines schema and rule faults
 * (`payloadFaults` for that date) with envelope faults. Each path appears once.
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
