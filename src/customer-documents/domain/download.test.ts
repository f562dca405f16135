import { type Download, entryKey } from './download.js';

const taken: Download = { documentId: 7, via: 'public', customerId: null, address: '203.0.113.7', bytes: 10 };
const at = new Date('2026-06-15T10:14:59.999Z');
const key = (change: Partial<Download> = {}, when = at): string => entryKey({ ...taken, ...change }, when);

describe('the log entry of a download', () => {
  it('is the same for the same caller, document and route within a quarter of an hour', () => {
    expect(key({ bytes: 99 }, new Date('2026-06-15T10:00:00.000Z'))).toBe(key());
    expect(key({ customerId: 5, address: null })).toBe(key({ customerId: 5, address: '198.51.100.1' }));
  });

  it.each<[string, Partial<Download>, Date]>([
    ['the next quarter', {}, new Date('2026-06-15T10:15:00.000Z')],
    ['the same quarter a day later', {}, new Date('2026-06-16T10:14:59.999Z')],
    ['another document', { documentId: 77 }, at],
    ['another route', { via: 'link' }, at],
    ['another address', { address: '203.0.113.8' }, at],
    ['a customer', { customerId: 5 }, at],
  ])('differs for %s', (_, change, when) => {
    expect(key(change, when)).not.toBe(key());
  });
});
