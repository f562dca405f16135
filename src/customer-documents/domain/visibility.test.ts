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
const anonymous = viewer({ customer: undefined });
const hers = { customerIds: [7] };
const open = { isPublic: 1 };

describe('document visibility', () => {
  it.each([
    ['shows a public document to a customer', document(open), viewer(), true, 'public'],
    ['shows a public document to anonymous callers', document(open), anonymous, true, 'public'],
    ['shows a document of all websites', document({ ...hers, websiteId: 0 }), viewer(), true, 'customer'],
    ['shows a document of this website', document({ ...hers, websiteId: 1 }), viewer(), true, 'customer'],
    ['hides a document of another website', document({ ...hers, ...open, websiteId: 2 }), viewer(), false, 'website'],
    ['shows a document from its first day', document({ ...hers, validFrom: TODAY }), viewer(), true, 'customer'],
    [
      'hides a document before its first day',
      document({ ...hers, validFrom: day('2026-06-16') }),
      viewer(),
      false,
      'valid_from',
    ],
    ['shows a document on its last day', document({ ...hers, validTo: TODAY }), viewer(), true, 'customer'],
    [
      'hides a document after its last day',
      document({ ...hers, validTo: day('2026-06-14') }),
      viewer(),
      false,
      'valid_to',
    ],
    [
      'shows a document that is valid for one day',
      document({ ...hers, validFrom: TODAY, validTo: TODAY }),
      viewer(),
      true,
      'customer',
    ],
    ['shows a document assigned to the customer', document(hers), viewer(), true, 'customer'],
    [
      'shows a document assigned to the customer group',
      document({ customerGroupIds: [3] }),
      viewer(),
      true,
      'customer_group',
    ],
    [
      'shows a document assigned to customer and group',
      document({ ...hers, customerGroupIds: [3] }),
      viewer(),
      true,
      'customer',
    ],
    [
      'hides a document assigned to others',
      document({ customerIds: [8], customerGroupIds: [4] }),
      viewer(),
      false,
      'assigned',
    ],
    ['hides a document assigned to no one', document(), viewer(), false, 'assigned'],
    [
      'hides an assigned document from anonymous callers',
      document({ ...hers, customerGroupIds: [3] }),
      anonymous,
      false,
      'signed_in',
    ],
    [
      'hides an assigned document from a customer who may not enter',
      document(hers),
      viewer({ customer: { ...ada, mayEnter: false } }),
      false,
      'signed_in',
    ],
    [
      'shows a public document to a customer who may not enter',
      document(open),
      viewer({ customer: { ...ada, mayEnter: false } }),
      true,
      'public',
    ],
    [
      'hides a document assigned to group 0',
      document({ customerGroupIds: [0] }),
      viewer({ customer: { ...ada, groupId: 0 } }),
      false,
      'assigned',
    ],
    [
      'hides a document assigned to group 0 from anonymous callers',
      document({ customerGroupIds: [0] }),
      anonymous,
      false,
      'signed_in',
    ],
    ['hides a document without content', document({ ...hers, hasContent: false }), viewer(), false, 'content'],
    ['hides a public document without content', document({ ...open, hasContent: false }), anonymous, false, 'content'],
  ] as const)('%s', (_, seen, by, visible, reason) => {
    expect(visibilityOf(seen, by)).toMatchObject({ visible, reason });
  });

  it('reports each rule separately', () => {
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
