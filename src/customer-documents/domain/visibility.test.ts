import { day } from '../../../libs/kernel/index.js';
import { RULES, type Viewer, type VisibilityFacts, visibilityOf } from './visibility.js';

const TODAY = day('2026-06-15');

const document = (fields: Partial<VisibilityFacts> = {}): VisibilityFacts => ({
  websiteId: 0,
  isPublic: 0,
  validFrom: null,
  validTo: null,
  customerIds: [],
  customerGroupIds: [],
  hasContent: true,
  ...fields,
});

const ada = { id: 7, groupId: 3, mayEnter: true };
const viewer = (fields: Partial<Viewer> = {}): Viewer => ({ customer: ada, websiteId: 1, today: TODAY, ...fields });
const nobody = viewer({ customer: undefined });
const hers = { customerIds: [7] };
const open = { isPublic: 1 };

describe('who sees a document', () => {
  it.each([
    ['a public one: a customer', document(open), viewer(), true, 'public'],
    ['a public one: nobody', document(open), nobody, true, 'public'],
    ['of all websites', document({ ...hers, websiteId: 0 }), viewer(), true, 'customer'],
    ['of this website', document({ ...hers, websiteId: 1 }), viewer(), true, 'customer'],
    ['of another website', document({ ...hers, ...open, websiteId: 2 }), viewer(), false, 'website'],
    ['from today on', document({ ...hers, validFrom: TODAY }), viewer(), true, 'customer'],
    ['from tomorrow on', document({ ...hers, validFrom: day('2026-06-16') }), viewer(), false, 'valid_from'],
    ['until today', document({ ...hers, validTo: TODAY }), viewer(), true, 'customer'],
    ['until yesterday', document({ ...hers, validTo: day('2026-06-14') }), viewer(), false, 'valid_to'],
    ['on one day only', document({ ...hers, validFrom: TODAY, validTo: TODAY }), viewer(), true, 'customer'],
    ['assigned to the customer', document(hers), viewer(), true, 'customer'],
    ['assigned to the group', document({ customerGroupIds: [3] }), viewer(), true, 'customer_group'],
    ['assigned to both', document({ ...hers, customerGroupIds: [3] }), viewer(), true, 'customer'],
    ['assigned to others', document({ customerIds: [8], customerGroupIds: [4] }), viewer(), false, 'assigned'],
    ['assigned to nobody', document(), viewer(), false, 'assigned'],
    ['assigned, but nobody is signed in', document({ ...hers, customerGroupIds: [3] }), nobody, false, 'signed_in'],
    [
      'a customer who may not enter',
      document(hers),
      viewer({ customer: { ...ada, mayEnter: false } }),
      false,
      'signed_in',
    ],
    [
      'public, to one who may not enter',
      document(open),
      viewer({ customer: { ...ada, mayEnter: false } }),
      true,
      'public',
    ],
    [
      'group 0 grants nothing',
      document({ customerGroupIds: [0] }),
      viewer({ customer: { ...ada, groupId: 0 } }),
      false,
      'assigned',
    ],
    ['group 0 to nobody', document({ customerGroupIds: [0] }), nobody, false, 'signed_in'],
    ['without content', document({ ...hers, hasContent: false }), viewer(), false, 'content'],
    ['public without content', document({ ...open, hasContent: false }), nobody, false, 'content'],
  ] as const)('%s', (_, seen, by, visible, reason) => {
    expect(visibilityOf(seen, by)).toMatchObject({ visible, reason });
  });

  it('tells each rule by itself', () => {
    const visibility = visibilityOf(
      document({ websiteId: 2, validTo: day('2026-01-01'), customerGroupIds: [3] }),
      viewer(),
    );
    expect(visibility.rules).toEqual([
      { rule: 'website', holds: false },
      { rule: 'valid_from', holds: true },
      { rule: 'valid_to', holds: false },
      { rule: 'public', holds: false },
      { rule: 'signed_in', holds: true },
      { rule: 'customer', holds: false },
      { rule: 'customer_group', holds: true },
      { rule: 'content', holds: true },
    ]);
    expect(visibility.rules.map(({ rule }) => rule)).toEqual(RULES);
  });
});
