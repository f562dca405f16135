import { Injectable } from '@nestjs/common';
import { at, InputRefused, invalidValue, NoSuchEntity, refuse, unsupported } from '../../../libs/kernel/index.js';
import {
  yieldToEventLoop,
  type Input,
  RecordServices,
  type Resource,
  type ServedResource,
} from '../../../libs/records/index.js';
import { changesFaults, type ProposedChange, TriedIds } from '../domain/simulation.js';

/** A change with the service that does it. */
interface Resolved {
  readonly change: ProposedChange;
  readonly served: ServedResource;
  readonly place: string;
}

/** What belongs to the shop and its prices; nobody tries out accounts or rights. */
const MAY_BE_TRIED = /^(?:pricing|commerce)\//;

/** So many changes are a few milliseconds on the embedded database, whose driver lets nobody else in between. */
const AT_ONCE = 20;

const isStandIn = (raw: unknown): raw is number | string =>
  (typeof raw === 'number' || typeof raw === 'string') && /^-\d+$/.test(String(raw));

/** Does proposed changes through the rooms' own services, so that all their rules hold; inside the caller's transaction. */
@Injectable()
export class TryChanges {
  constructor(private readonly services: RecordServices) {}

  /** Whatever can be said of the changes alone; `InputRefused` with all of it. */
  resolve(changes: readonly ProposedChange[]): readonly Resolved[] {
    refuse(changesFaults(changes, at));
    const resolved = changes.map((change, index) => {
      const place = `changes[${index}]`;
      const served = this.services.named(change.resource);
      if (!served || !MAY_BE_TRIED.test(served.resource.path))
        throw new InputRefused(invalidValue(`${place}.resource`, change.resource));
      return { change, served, place };
    });
    refuse(resolved.flatMap(({ change, served, place }) => secretFaults(served.resource, change, `${place}.record`)));
    return resolved;
  }

  /** One after the other; the first that is refused ends it. */
  async apply(changes: readonly Resolved[]): Promise<TriedIds> {
    const ids = new TriedIds();
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

  private async one({ change: { resource: name, op, id, record }, served }: Resolved, ids: TriedIds): Promise<void> {
    const { resource, service } = served;
    const input = withoutStandIns(resource, record ?? {}, ids);
    if (op === 'add') {
      const added = await service.create(input);
      const isMade = resource.ids === 'made' || (input['id'] ?? null) === null;
      ids.add(name, added.id, id, isMade);
      return;
    }
    const known = id !== null && id < 0 ? ids.of(name, id) : id;
    if (known === null || known === undefined || known < 0) throw new NoSuchEntity('id', id ?? 0);
    await (op === 'change' ? service.update(known, input) : service.remove(known));
  }
}

/** A hash takes long, and nobody's price depends on it. */
const secretFaults = ({ byName }: Resource, { record }: ProposedChange, place: string) =>
  Object.keys(record ?? {})
    .filter((key) => byName.get(key)?.kind.type === 'secret')
    .map((key) => unsupported(`${place}.${key}`));

/** References to records that were added before carry the ids that the database gave them. */
const withoutStandIns = ({ byName }: Resource, record: Input, ids: TriedIds): Input =>
  Object.fromEntries(
    Object.entries(record).map(([key, raw]) => {
      const field = byName.get(key);
      const target = field?.kind.type === 'ids' ? field.kind.of : field?.reference?.resource;
      const known = (one: unknown): unknown =>
        target !== undefined && isStandIn(one) ? (ids.of(target, Number(one)) ?? one) : one;
      return [key, Array.isArray(raw) ? raw.map(known) : known(raw)];
    }),
  );

const placed = ({ faults: [first, ...more] }: InputRefused, { change, place }: Resolved): InputRefused => {
  const here = change.op === 'remove' ? place : `${place}.record`;
  return new InputRefused(at(here, first), ...more.map((fault) => at(here, fault)));
};
