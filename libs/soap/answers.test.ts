import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { StreamedList, StreamedObject } from '../operations/index.js';
import { sendResult } from './answers.js';
import { INT, listOf, member, type ObjectShape, type Shape } from './shapes.js';
import type { SoapOperation } from './soap-operation.js';
import { SOAP_12 } from './versions.js';

const ROW: ObjectShape = { kind: 'object', name: 'Row', members: [member('id', INT, true)] };
const ROWS: ObjectShape = { kind: 'object', name: 'Rows', members: [member('items', listOf(ROW), true)] };

describe('a SOAP response (soap.md, "On the wire")', () => {
  let server: Server;
  let answer: (response: Response) => Promise<void>;

  beforeAll(async () => {
    server = createServer((_, response) => void answer(response as Response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  const answered = async (result: Shape, body: unknown) => {
    const operation = { name: 'sampleV1Read', result } as SoapOperation;
    answer = (response) => sendResult(response, operation, { body, version: SOAP_12, namespace: 'urn:n&m' });
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return { text: await response.text(), length: response.headers.get('content-length') };
  };
  const document = (result: string): string =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body>' +
    `<ns1:sampleV1ReadResponse xmlns:ns1="urn:n&amp;m">${result}</ns1:sampleV1ReadResponse></env:Body></env:Envelope>\n`;
  const rows = [{ id: 1 }, { id: 2 }];
  const items = '<item><id>1</id></item><item><id>2</id></item>';

  it('is sent at once with its length if it is complete', async () => {
    const { text, length } = await answered(listOf(ROW), rows);
    expect(text).toBe(document(`<result>${items}</result>`));
    expect(length).toBe(String(Buffer.byteLength(text)));
  });

  it.each([
    ['a list', listOf(ROW), new StreamedList(() => rows), `<result>${items}</result>`],
    [
      'an object',
      ROWS,
      new StreamedObject({ items: new StreamedList(() => rows) }),
      `<result><items>${items}</items></result>`,
    ],
  ])('is streamed if %s is generated meanwhile', async (_, shape, body, result) => {
    expect(await answered(shape, body)).toEqual({ text: document(result), length: null });
  });
});
