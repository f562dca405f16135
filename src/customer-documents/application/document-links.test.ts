import { createHash } from 'node:crypto';
import { day, NoSuchEntity } from '../../../libs/kernel/index.js';
import {
  aCustomer,
  aWebsite,
  MemoryCustomers,
  MemoryStores,
  MemoryWebsites,
} from '../../../test/support/memory-commerce.js';
import type { FileRecords } from '../ports/file-records.js';
import { type LinkClaims, LinkSeals } from '../ports/link-seals.js';
import type { SeenDocument, VisibleDocuments } from '../ports/visible-documents.js';
import { DocumentLinks } from './document-links.js';
import { SeeDocuments } from './see-documents.js';
import type { CustomerDocumentsSettings } from '../settings.js';
import { Viewers } from './viewers.js';

/** Readable tokens for tests; altered tokens are refused. */
class PlainSeals extends LinkSeals {
  private readonly made = new Map<string, LinkClaims>();

  seal(claims: LinkClaims): string {
    const token = `token ${this.made.size}`;
    this.made.set(token, claims);
    return token;
  }

  open(token: string): LinkClaims | undefined {
    return this.made.get(token);
  }

  hashOf(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }
}

const CONTRACT: SeenDocument = {
  id: 20,
  externalUrl: null,
  websiteId: 0,
  isPublic: 0,
  validFrom: null,
  validTo: null,
  customerIds: [7, 8],
  customerGroupIds: [],
  hasContent: true,
};

const world = () => {
  const there = {
    now: new Date('2026-06-15T10:00:00Z'),
    documents: new Map([[20, CONTRACT]]),
    hashes: new Map([[20, 'first bytes']]),
    customers: [aCustomer({ id: 7, groupId: 3 }), aCustomer({ id: 8, websiteId: 2 })],
  };
  const clock = { now: () => there.now };
  const viewers = () =>
    new Viewers(
      new MemoryCustomers(there.customers),
      new MemoryWebsites([aWebsite({ id: 1, isDefault: 1 }), aWebsite({ id: 2 })]),
      new MemoryStores([]),
      clock,
    );
  const documents = { byId: (id: number) => Promise.resolve(there.documents.get(id)) } as unknown as VisibleDocuments;
  const files = {
    find: (id: number) => {
      const sha256 = there.hashes.get(id);
      return Promise.resolve(sha256 === undefined ? undefined : { sha256 });
    },
  } as unknown as FileRecords;
  const settings = { LINK_SECONDS: 60 } as CustomerDocumentsSettings;
  const see = new SeeDocuments(documents, {} as FileRecords);
  const seals = new PlainSeals();
  const links = () => new DocumentLinks(seals, viewers(), see, files, settings, clock);
  const made = async (customerId = 7) => {
    const viewing = await viewers().signedIn(customerId, undefined);
    return links().create(viewing, customerId, 20);
  };
  return { there, links, made };
};

describe('a link to a document', () => {
  it('opens its document until it expires', async () => {
    const { there, links, made } = world();
    const { token, expiresAt } = await made();
    expect(expiresAt).toEqual(new Date('2026-06-15T10:01:00Z'));
    there.now = new Date('2026-06-15T10:00:59.999Z');
    expect(await links().open(token)).toEqual({ document: CONTRACT, customerId: 7, contentHash: 'first bytes' });
    there.now = expiresAt;
    await expect(links().open(token)).rejects.toEqual(new NoSuchEntity('token', '…'));
  });

  type There = ReturnType<typeof world>['there'];

  it.each<[string, (there: There) => unknown]>([
    ['the document is deleted', ({ documents }) => documents.delete(20)],
    [
      'the document is assigned to another customer',
      ({ documents }) => documents.set(20, { ...CONTRACT, customerIds: [8] }),
    ],
    ['the document has expired', ({ documents }) => documents.set(20, { ...CONTRACT, validTo: day('2026-06-14') })],
    ['the content has changed', ({ hashes }) => hashes.set(20, 'second bytes')],
    [
      'the document has become external',
      ({ documents }) => documents.set(20, { ...CONTRACT, externalUrl: 'https://x' }),
    ],
    ['the customer is deleted', (there) => (there.customers = [])],
    ['the customer is deactivated', (there) => (there.customers = [aCustomer({ id: 7, isActive: 0 })])],
    ['the customer moved to another website', (there) => (there.customers = [aCustomer({ id: 7, websiteId: 2 })])],
  ])('stops working when %s, without giving the reason', async (_, change) => {
    const { there, links, made } = world();
    const { token } = await made();
    change(there);
    await expect(links().open(token)).rejects.toEqual(new NoSuchEntity('token', '…'));
  });

  it('to an external document stops working when its URL changes', async () => {
    const { there, links, made } = world();
    there.documents.set(20, { ...CONTRACT, externalUrl: 'https://one.example/a.pdf' });
    const { token } = await made();
    expect(await links().open(token)).toMatchObject({ customerId: 7 });
    there.documents.set(20, { ...CONTRACT, externalUrl: 'https://other.example/a.pdf' });
    await expect(links().open(token)).rejects.toEqual(new NoSuchEntity('token', '…'));
  });

  it('is not created for a document without content or one hidden from the customer', async () => {
    const { there, made } = world();
    there.hashes.clear();
    await expect(made()).rejects.toEqual(new NoSuchEntity('id', 20));
    there.documents.set(20, { ...CONTRACT, customerIds: [] });
    await expect(made()).rejects.toEqual(new NoSuchEntity('id', 20));
  });

  it('is rejected when its token is unknown', async () => {
    await expect(world().links().open('token 0')).rejects.toEqual(new NoSuchEntity('token', '…'));
  });
});
