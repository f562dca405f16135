import { type Fault, invalidValue, required, sentence, unsupported } from '../../../libs/kernel/index.js';

export const OPS = ['add', 'change', 'remove'] as const;
export type Op = (typeof OPS)[number];

/** A record change to simulate (pricing-tools.md, "Simulation"). */
export interface ProposedChange {
  /** Wrapper name. */
  readonly resource: string;
  readonly op: Op;
  /** For an added record, null or a negative placeholder that later changes can refer to. */
  readonly id: number | null;
  readonly record: Readonly<Record<string, unknown>> | null;
}

/** More changes would block the single writer of SQLite for too long. */
export const CHANGES_MAX = 1_000;

const ownFaults = ({ op, id, record }: ProposedChange): readonly Fault[] => {
  if (op === 'add')
    return [
      ...(id !== null && id >= 0 ? [invalidValue('id', id, 'negative numbers and null')] : []),
      ...(record === null ? [required('record')] : []),
    ];
  return [
    ...(id === null ? [required('id')] : []),
    ...(op === 'change' && record === null ? [required('record')] : []),
    ...(op === 'remove' && record !== null ? [unsupported('record')] : []),
  ];
};

/** The faults that can be found before any change is applied, each with its position. */
export const changesFaults = (
  changes: readonly ProposedChange[],
  placed: (path: string, fault: Fault) => Fault,
): readonly Fault[] => {
  if (changes.length > CHANGES_MAX) {
    const counts = { count: changes.length, max: CHANGES_MAX };
    return [
      sentence(
        'The simulation has %count changes; at most %max are allowed. Split it into several simulations.',
        counts,
        'changes',
      ),
    ];
  }
  const standIns = new Set<string>();
  return changes.flatMap((change, index) => {
    const { resource, op, id } = change;
    const name = `${resource} ${id}`;
    const twice = op === 'add' && id !== null && standIns.has(name);
    standIns.add(name);
    return [
      ...ownFaults(change),
      ...(twice ? [invalidValue('id', id, 'negative numbers that are used only once per resource')] : []),
    ].map((fault) => placed(`changes[${index}]`, fault));
  });
};

/**
 * The database ids of records that exist only in the simulation, by resource, with the caller's placeholder or null.
 */
export class SimulatedIds {
  private readonly byResource = new Map<string, Map<number, number | null>>();
  private readonly byStandIn = new Map<string, number>();

  /** Adds a record. `isMade` means that the database assigned the id, which will not exist after the simulation. */
  add(resource: string, id: number, standIn: number | null, isMade: boolean): void {
    if (standIn !== null) this.byStandIn.set(`${resource} ${standIn}`, id);
    if (!isMade) return;
    const known = this.byResource.get(resource) ?? new Map<number, number | null>();
    this.byResource.set(resource, known.set(id, standIn));
  }

  idOf(resource: string, standIn: number): number | undefined {
    return this.byStandIn.get(`${resource} ${standIn}`);
  }

  /** The id to return: for a record that exists only in the simulation its placeholder or null. */
  returnedId(resource: string, id: number): number | null {
    const known = this.byResource.get(resource);
    return known?.has(id) ? (known.get(id) ?? null) : id;
  }
}
