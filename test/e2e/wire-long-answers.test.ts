import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { PUBLIC_BASE, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { envelopeOf, soapCall } from '../support/soap.js';
import { nodeAt } from '../support/xml-node.js';

const COUNT = 10_000;
/** The server handles other requests after each piece. */
const PIECE_MAX = 72 * 1024;
const SERVICE = 'commerceCustomerRepositoryV1';
const PATH =
  '/rest/V1/commerce/customers/search?searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC';

describeOnDatabases('a page of ten thousand records (wire.md §4)', (database) => {
  let app: TestApp;
  let token: string;
  const page = (size: number, more = '') =>
    app.call('GET', `${PATH}&searchCriteria[pageSize]=${size}${more}`, undefined, token);

  const overSoap = (size: number) => ({
    base: app.url,
    publicBase: PUBLIC_BASE,
    services: SERVICE,
    operation: `${SERVICE}GetList`,
    token,
    inner:
      '<searchCriteria><filterGroups/><sortOrders><item><field>id</field><direction>ASC</direction></item></sortOrders>' +
      `<pageSize>${size}</pageSize></searchCriteria>`,
  });

  beforeAll(async () => {
    app = await startApp({
      database,
      settings: { PAGE_SIZE_MAX: String(COUNT) },
    });
    token = await app.adminToken();
    const records = Array.from({ length: COUNT }, (_, at) => ({
      id: at + 1,
      email: `c${at}@example.com`,
      first_name: `Customer ${at} & Söhne`,
      external_id: `erp-${at}`,
    }));
    const { created } = await app.good('POST', '/rest/V1/commerce/customers/bulk', { records });
    expect(created).toBe(COUNT);
  });
  afterAll(() => app.close());

  it('is sent in pieces, with the same content as short pages', async () => {
    const long = await page(COUNT);
    expect([long.status, long.headers.get('content-length')]).toEqual([200, null]);
    expect(long.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(long.body).toMatchObject({ total_count: COUNT, search_criteria: { page_size: COUNT } });
    const short = await page(1000);
    expect(short.headers.get('content-length')).not.toBeNull();
    expect(long.body.items.slice(0, 1000)).toEqual(short.body.items);
    expect((long.body.items as { id: number }[]).map(({ id }) => id)).toEqual(
      Array.from({ length: COUNT }, (_, at) => at + 1),
    );
  });

  it('contains only the fields that fields= lists', async () => {
    const { body } = await page(COUNT, '&fields=items[id],total_count');
    expect(Object.keys(body)).toEqual(['items', 'total_count']);
    expect(body.items[9999]).toEqual({ id: COUNT });
  });

  it('cannot exceed PAGE_SIZE_MAX', async () => expect((await page(COUNT + 1)).status).toBe(400));

  it('is sent in pieces over SOAP', async () => {
    const long = await soapCall(overSoap(COUNT));
    expect([long.status, long.headers['content-length']]).toEqual([200, undefined]);
    expect(long.headers['content-type']).toBe('application/soap+xml; charset=utf-8');
    const items = nodeAt(long.result, 'items')?.children ?? [];
    expect(items.map((item) => Number(nodeAt(item, 'id')?.text))).toEqual(
      Array.from({ length: COUNT }, (_, at) => at + 1),
    );
    expect(nodeAt(items[9999], 'firstName')?.text).toBe('Customer 9999 & Söhne');
    expect(nodeAt(long.result, 'totalCount')?.text).toBe(String(COUNT));
    expect((await soapCall(overSoap(1000))).headers['content-length']).toBeDefined();
  });

  /** Sizes of the pieces of a response. */
  const piecesOf = async (lines: readonly string[], body: string): Promise<readonly number[]> => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const head = [...lines, `Host: ${hostname}`, `Authorization: Bearer ${token}`, 'Connection: close', '', ''];
    socket.write(head.join('\r\n') + body);
    let left = await buffer(socket);
    left = left.subarray(left.indexOf('\r\n\r\n') + 4);
    const sizes: number[] = [];
    for (let size = NaN; size !== 0;) {
      const end = left.indexOf('\r\n');
      size = Number.parseInt(left.subarray(0, end).toString('latin1'), 16);
      if (Number.isNaN(size)) throw new Error('it came in one piece');
      sizes.push(size);
      left = left.subarray(end + 2 + size + 2);
    }
    return sizes;
  };

  it.each([
    ['REST', () => piecesOf([`GET ${PATH}&searchCriteria[pageSize]=${COUNT} HTTP/1.1`], '')],
    [
      'SOAP',
      () => {
        const body = envelopeOf(overSoap(COUNT));
        const type = 'Content-Type: application/soap+xml';
        const length = `Content-Length: ${Buffer.byteLength(body)}`;
        return piecesOf([`POST /soap?services=${SERVICE} HTTP/1.1`, type, length], body);
      },
    ],
  ])('has only short pieces over %s, so that other requests are not delayed', async (_, pieces) => {
    const sizes = await pieces();
    expect(sizes.length).toBeGreaterThan(20);
    expect(Math.max(...sizes)).toBeLessThan(PIECE_MAX);
  });
});
