import { Injectable } from '@nestjs/common';
import { at, InputRefused, invalidValue, NoSuchEntity, refuse, unsupported } from '../../../libs/kernel/index.js';
import {
  yieldToEventLoop,
  type Input,
  RecordServices,
  References,
  replaceKeys,
  type Resource,
  type ServedResource,
} from '../../../libs/records/index.js';
import { changesFaults, type ProposedChange, SimulatedIds } from '../domain/simulation.js';

/** A change with the service that applies it. */
interface Resolved {
  readonly change: ProposedChange;
  readonly served: ServedResource;
  readonly path: string;
}

/** Only shop and price records can be simulated, no accounts or rights. */
const MAY_BE_TRIED = /^(?:pricing|commerce)\//;
const TRIED = 'resource types of pricing and commerce, such as priceList';

/** This number of changes takes a few milliseconds on SQLite, whose driver blocks the event loop. */
const AT_ONCE = 20;

const isStandIn = (raw: unknown): raw is number | string =>
  (typeof raw === 'number' || typeof raw === 'string') && /^-\d+$/.test(String(raw));

/**
 * Applies changes through the services of the modules, so that all their rules apply. Runs inside the caller's
 * transaction.
 */
@Injectable()
export class TryChanges {
  constructor(
    private readonly services: RecordServices,
    private readonly references: References,
  ) {}

  /** Collects all faults that can be found without the database and throws them as `InputRefused`. */
  resolve(changes: readonly ProposedChange[]): readonly Resolved[] {
    refuse(changesFaults(changes, at));
    const resolved = changes.map((change, index) => {
      const path = `changes[${index}]`;
      const served = this.services.named(change.resource);
      if (!served || !MAY_BE_TRIED.test(served.resource.path))
        throw new InputRefused(invalidValue(`${path}.resource`, change.resource, TRIED));
      return { change, served, path };
    });
    refuse(resolved.flatMap(({ change, served, path }) => secretFaults(served.resource, change, `${path}.record`)));
    return resolved;
  }

  /** Applies the changes in order and stops at the first refused one. */
  async apply(changes: readonly Resolved[]): Promise<SimulatedIds> {
    const ids = new SimulatedIds();
    for (const [index, one] of changes.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
      try {
        await this.one(one, ids);
      } catch (error) {
        throw error instanceof InputRefused ? placed(error, one) : error;
      }
    }
    return ids;
  }

  private async one(
    { change: { resource: name, op, id, record }, served }: Resolved,
    ids: SimulatedIds,
  ): Promise<void> {
    const { resource, service } = served;
    const [read] = await replaceKeys(resource.fields, [withoutStandIns(resource, record ?? {}, ids)], this.references);
    refuse(read?.faults ?? []);
    const input = read?.input ?? {};
    if (op === 'add') {
      const added = await service.create(input);
      const isMade = resource.ids === 'made' || (input['id'] ?? null) === null;
      ids.add(name, added.id, id, isMade);
      return;
    }
    const known = id !== null && id < 0 ? ids.idOf(name, id) : id;
    if (known === null || known === undefined || known < 0) throw new NoSuchEntity('id', id ?? 0);
    await (op === 'change' ? service.update(known, input) : service.remove(known));
  }
}

/** Hashing a password takes long and affects no price. */
const secretFaults = ({ byName }: Resource, { record }: ProposedChange, path: string) =>
  Object.keys(record ?? {})
    .filter((key) => byName.get(key)?.kind.type === 'secret')
    .map((key) => unsupported(`${path}.${key}`));

/** Replaces placeholders of records added before by the ids from the database. */
const withoutStandIns = ({ byName }: Resource, record: Input, ids: SimulatedIds): Input =>
  Object.fromEntries(
    Object.entries(record).map(([key, raw]) => {
      const field = byName.get(key);
      const target = field?.kind.type === 'ids' ? field.kind.of : field?.reference?.resource;
      const known = (one: unknown): unknown =>
        target !== undefined && isStandIn(one) ? (ids.idOf(target, Number(one)) ?? one) : one;
      return [key, Array.isArray(raw) ? raw.map(known) : known(raw)];
    }),
  );

const placed = ({ faults: [first, ...more] }: InputRefused, { change, path }: Resolved): InputRefused => {
  const here = change.op === 'remove' ? path : `${path}.record`;
  return new InputRefused(at(here, first), ...more.map((fault) => at(here, fault)));
};
