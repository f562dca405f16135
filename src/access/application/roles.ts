import { refuse } from '../../../libs/kernel/index.js';
import { readFields, type RecordService, type ResourceService } from '../../../libs/records/index.js';
import type { AccountInput, RoleRecord } from '../domain/accounts.js';
import { addedRights } from '../domain/grants.js';
import type { Actor } from '../domain/rights.js';
import type { Acting } from './acting.js';
import { readChange } from './read-change.js';
import type { RightNames } from './right-names.js';
import type { RightsInTurn } from './rights-in-turn.js';

/** The input with the rights by their stored names; refuses it with all its faults. */
export const withStoredRights = (
  { fields }: RecordService<RoleRecord>['resource'],
  names: RightNames,
  input: AccountInput,
  before: RoleRecord | undefined,
): AccountInput => {
  const { values, faults } = readFields(fields, input, before ? 'change' : 'create');
  const sent = values['resources'] as readonly string[] | undefined;
  const read = names.read(sent ?? [], before?.resources ?? []);
  refuse([...faults, ...read.faults]);
  return sent === undefined ? input : { ...input, resources: read.resources };
};

/** Roles: named sets of rights. */
export class Roles implements Acting<RoleRecord> {
  constructor(
    private readonly records: RecordService<RoleRecord>,
    private readonly inTurn: RightsInTurn,
    private readonly names: RightNames,
  ) {}

  as(actor: Actor): ResourceService<RoleRecord> {
    const { records, names } = this;
    return {
      get: async (id) => names.show(await records.get(id)),
      search: async (criteria) => {
        const { items, total } = await records.search(criteria);
        return { items: items.map((role) => names.show(role)), total };
      },
      create: (input) => this.create(actor, input),
      update: (id, input) => this.update(actor, id, input),
      remove: (id) => this.inTurn.write(() => records.remove(id)),
    };
  }

  private create(actor: Actor, input: AccountInput): Promise<RoleRecord> {
    const { records, names, inTurn } = this;
    return inTurn.write(async () => {
      const role = await records.create(withStoredRights(records.resource, names, input, undefined));
      names.mustHold(actor, role.resources);
      return names.show(role);
    });
  }

  private async update(actor: Actor, id: number, input: AccountInput): Promise<RoleRecord> {
    const { records, names, inTurn } = this;
    readChange(records.resource.fields, input);
    return inTurn.write(async () => {
      const before = await records.get(id);
      const role = await records.update(id, withStoredRights(records.resource, names, input, before));
      names.mustHold(actor, addedRights(before.resources, role.resources));
      return names.show(role);
    });
  }
}
