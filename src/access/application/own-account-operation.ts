import { answers, needs, operation } from '../../../libs/operations/index.js';
import { fieldsOf, IntField, ObjectsField, StringField, toWire } from '../../../libs/records/index.js';
import { type AccessActor, shownRight } from '../domain/rights.js';
import { StoredAdmins } from './stored-accounts.js';

interface TitledRight {
  readonly name: string;
  readonly title: string;
}

/** Lists the individual rights of a caller, including those covered by parent rights, under their API names. */
export class HeldRights {
  private readonly titles: ReadonlyMap<string, string>;

  /** @param installed The rights of the installed modules, without the vendor's prefix. */
  constructor(
    private readonly vendor: string,
    installed: readonly TitledRight[],
  ) {
    this.titles = new Map(installed.map(({ name, title }) => [name, title]));
  }

  /** Sorted by name. */
  heldBy({ holds }: Pick<AccessActor, 'holds'>): readonly { readonly resource: string; readonly title: string }[] {
    return [...this.titles]
      .filter(([name]) => holds(name))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, title]) => ({ resource: shownRight(this.vendor, name), title }));
  }
}

class HeldRight {
  @StringField({ about: 'ACL resource that identifies the right', example: '_Commerce::manage' })
  readonly resource!: string;

  @StringField({ about: 'Display name of the right', example: 'Read customer prices' })
  readonly title!: string;
}

class OwnAccount {
  @IntField({ about: 'ID of the administrator', example: 5 })
  readonly id!: number;

  @StringField({ about: 'Username of the administrator', example: 'ada' })
  readonly name!: string;

  @ObjectsField(HeldRight, {
    about: 'Rights that the role grants directly or through a parent resource, ordered by name',
  })
  readonly rights!: readonly HeldRight[];
}

/** The rights of the signed-in administrator. Requires no right itself. */
export const ownAccountOperation = operation({
  service: 'accessOwnAccountV1',
  name: 'getOwnAccount',
  summary: 'Get your own administrator account and its rights',
  right: needs.admin,
  effect: 'reads',
  rest: { verb: 'GET', path: 'access/me' },
  input: {},
  output: answers.fields(OwnAccount),
  by: [StoredAdmins, HeldRights],
  run: async ([admins, rights], _, { caller }) => {
    const { id, username } = await admins.get(caller.id);
    return toWire(fieldsOf(OwnAccount), { id, name: username, rights: rights.heldBy(caller) });
  },
});
