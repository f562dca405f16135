import { type Fault, invalidValue, required, sentence, unsupported } from '../../../libs/kernel/index.js';

export const OPS = ['add', 'change', 'remove'] as const;
export type Op = (typeof OPS)[number];

/** A record that is tried out: added, changed or removed (pricing.md §7). */
export interface ProposedChange {
  /** The wrapper name of its resource. */
  readonly resource: string;
  readonly op: Op;
  /** Of an added one: null, or a negative stand-in by which later changes of the same simulation name it. */
  readonly id: number | null;
  readonly record: Readonly<Record<string, unknown>> | null;
}

/** More would hold the one writer of an embedded database for too long. */
export const CHANGES_MAX = 1_000;

const ownFaults = ({ op, id, record }: ProposedChange): readonly Fault[] => {
  if (op === 'add')
    return [
      ...(id !== null && id >= 0 ? [invalidValue('id', id)] : []),
      ...(record === null ? [required('record')] : []),
    ];
  return [
    ...(id === null ? [required('id')] : []),
    ...(op === 'change' && record === null ? [required('record')] : []),
    ...(op === 'remove' && record !== null ? [unsupported('record')] : []),
  ];
};

/** What is wrong with the changes before any of them is tried, each fault with its place. */
export const changesFaults = (
  changes: readonly ProposedChange[],
  placed: (place: string, fault: Fault) => Fault,
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
    return [...ownFaults(change), ...(twice ? [invalidValue('id', id)] : [])].map((fault) =>
      placed(`changes[${index}]`, fault),
    );
  });
};

/** What the database called the records that were only tried, by resource; null where the caller had no name for one. */
export class TriedIds {
  private readonly byResource = new Map<string, Map<number, number | null>>();
  private readonly byStandIn = new Map<string, number>();

  /** An added record; `isMade`: the database made its id, which will be nobody's. */
  add(resource: string, id: number, standIn: number | null, isMade: boolean): void {
    if (standIn !== null) this.byStandIn.set(`${resource} ${standIn}`, id);
    if (!isMade) return;
    const known = this.byResource.get(resource) ?? new Map<number, number | null>();
    this.byResource.set(resource, known.set(id, standIn));
  }

  of(resource: string, standIn: number): number | undefined {
    return this.byStandIn.get(`${resource} ${standIn}`);
  }

  /** An id as it is told: of a record that was only tried its stand-in, or null. */
  told(resource: string, id: number): number | null {
    const known = this.byResource.get(resource);
    return known?.has(id) ? (known.get(id) ?? null) : id;
  }
}
