import fc from 'fast-check';
import { addDays, Clock, type Day, dayIn } from '../../libs/kernel/index.js';
import { type Viewer, visibilityOf } from '../../src/customer-documents/domain/visibility.js';
import { describeOnDatabases } from '../support/databases.js';
import { criteria, DocumentShop } from '../support/document-shop.js';

/** Random test cases per database. A campaign sets a higher number. */
const RUNS = Number(process.env['DOCUMENT_WORLDS'] ?? 5);

/** Time zones that never have the same date at the same moment. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

interface Website {
  readonly id: number;
  readonly code: string;
  readonly zone: string;
}

interface Person {
  readonly id: number;
  readonly token: string;
  readonly groupId: number;
  readonly websiteId: number;
}

/** A random document: indexes of websites, people and groups, and day offsets from today. */
interface Drawn {
  readonly website: number | null;
  readonly isPublic: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly people: readonly number[];
  readonly groups: readonly number[];
  readonly content: 'none' | 'file' | 'external';
}

const PEOPLE = 5;
const GROUPS = 3;
const day = fc.option(fc.integer({ min: -2, max: 2 }), { freq: 2 });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  website: fc.option(fc.nat(ZONES.length), { freq: 2 }),
  isPublic: fc.constantFrom(0, 0, 1),
  from: day,
  to: day,
  people: fc.uniqueArray(fc.nat(PEOPLE - 1), { maxLength: 3 }),
  groups: fc.uniqueArray(fc.nat(GROUPS - 1), { maxLength: 2 }),
  content: fc.constantFrom('none', 'file', 'file', 'external', 'external'),
});

describeOnDatabases('document visibility', (database) => {
  const now = new Date();
  const today = dayIn('UTC', now);
  const websites: Website[] = [{ id: 1, code: 'default', zone: 'UTC' }];
  const groups: number[] = [];
  const people: Person[] = [];
  let shop: DocumentShop;

  beforeAll(async () => {
    shop = await DocumentShop.open({ database });
    for (const zone of ZONES) websites.push({ ...(await shop.website(zone)), zone });
    for (let at = 0; at < GROUPS; at += 1) groups.push(await shop.group());
    // One customer per website, one of all websites, and one in the group NOT LOGGED IN. Two share a group.
    for (const [websiteId, group] of [
      [1, groups[0]],
      [websites[1]?.id, groups[1]],
      [websites[2]?.id, groups[1]],
      [0, groups[2]],
      [0, 0],
    ]) {
      // prettier-ignore
      const { id, token } = await shop.app.customer();
      const customer = { website_id: websiteId, group_id: group };
      await shop.good('PUT', `commerce/customers/${id}`, { customer });
      people.push({ id, token, groupId: group as number, websiteId: websiteId as number });
    }
    shop.app.get<Clock>(Clock).now = () => now;
  });
  afterAll(() => shop.close());

  const idsOf = (list: readonly number[], indexes: readonly number[]) => indexes.map((index) => list[index] ?? 0);
  const dayOf = (offset: number | null): Day | null => (offset === null ? null : addDays(today, offset));

  /** The stored fields of a random document. Swaps the days if they are in the wrong order. */
  const factsOf = ({ website, isPublic, from, to, people: seen, groups: all, content }: Drawn) => {
    const [first, last] = from !== null && to !== null && to < from ? [to, from] : [from, to];
    return {
      websiteId: website === null ? 0 : (websites[website]?.id ?? 0),
      isPublic,
      validFrom: dayOf(first),
      validTo: dayOf(last),
      customerIds: idsOf(
        people.map(({ id }) => id),
        seen,
      ),
      customerGroupIds: idsOf(groups, all),
      hasContent: content !== 'none',
    };
  };

  const store = async (document: Drawn): Promise<number> => {
    const facts = factsOf(document);
    const fields = {
      website_id: facts.websiteId,
      is_public: facts.isPublic,
      valid_from: facts.validFrom,
      valid_to: facts.validTo,
      customer_ids: facts.customerIds,
      customer_group_ids: facts.customerGroupIds,
    };
    if (document.content === 'external') return (await shop.external(fields)).id;
    return document.content === 'file' ? shop.local(fields) : (await shop.document(fields)).id;
  };

  const viewerOn = (website: Website, person: Person | undefined): Viewer => ({
    customer: person && {
      ...person,
      mayEnter: person.websiteId === 0 || person.websiteId === website.id,
    },
    websiteId: website.id,
    today: dayIn(website.zone, now),
  });

  it('matches visibilityOf for every viewer in searches, content and explanations', async () => {
    const base = websites[0] as Website;
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 4, maxLength: 8 }), async (documents) => {
        const facts = new Map<number, ReturnType<typeof factsOf>>();
        for (const document of documents) facts.set(await store(document), factsOf(document));
        const search = `search${criteria([['id', 'in', [...facts.keys()].join(',')]])}`;
        const visibleTo = (viewer: Viewer) =>
          [...facts].filter(([, document]) => visibilityOf(document, viewer).visible).map(([id]) => id);
        const idsOrStatus = async (path: string, token?: string) => {
          const { status, body } = await shop.app.call('GET', `/rest${path}`, undefined, token);
          return status === 200 ? body.items.map(({ id }: { id: number }) => id) : status;
        };
        for (const website of websites) {
          const code = `/${website.code}`;
          const publicly = await idsOrStatus(`${code}/V1/customerdocuments/public/${search}`);
          expect(publicly).toEqual(visibleTo(viewerOn(website, undefined)));
          for (const person of people) {
            const viewer = viewerOn(website, person);
            const found = await idsOrStatus(`${code}/V1/customerdocuments/me/${search}`, person.token);
            expect(found).toEqual(viewer.customer?.mayEnter ? visibleTo(viewer) : 403);
          }
        }
        for (const person of people) {
          const own = websites.find(({ id }) => id === person.websiteId) ?? base;
          const viewer = viewerOn(own, person);
          expect(await idsOrStatus(`/V1/customerdocuments/me/${search}`, person.token)).toEqual(visibleTo(viewer));
          for (const [id, document] of facts) {
            const { visible, reason, rules } = visibilityOf(document, viewer);
            const why = await shop.good('GET', `customerdocuments/${id}/visibility?customerId=${person.id}`);
            expect(why).toEqual({ visible, reason, rules });
            const path = `/rest/V1/customerdocuments/me/${id}/content`;
            const { status } = await shop.app.call('HEAD', path, undefined, person.token);
            expect([id, status === 404]).toEqual([id, !visible]);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
