import { hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FileServer, formOf, textOfSize } from '../support/file-server.js';

const MIB = 1024 * 1024;
const SIZE = 3 * MIB;
const AT_ONCE = 50;
/** Size of each half of a file that arrives in two parts. */
const PART = 16 * MIB;

const sha = (bytes: Uint8Array): string => hash('sha256', bytes);

describe('large files in a separate server process (documents.md)', () => {
  let server: FileServer;
  beforeAll(async () => (server = await FileServer.start()));
  afterAll(() => server.close());

  const bytesOf = async (id: number): Promise<Uint8Array> =>
    new Uint8Array(await (await server.download(id)).arrayBuffer());

  /** Total size of the files in the documents' folder, in bytes. */
  const stored = (): number =>
    readdirSync(server.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

  it('are stored while they arrive', async () => {
    const id = await server.document();
    const bytes = textOfSize(1, 2 * PART);
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="large.txt"\r\ncontent-type: text/plain\r\n\r\n';
    async function* inTwoParts(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head);
      yield bytes.subarray(0, PART);
      // Waits for half of the part, because some of it may still be in transit.
      while (stored() < PART / 2) await delay(20);
      yield bytes.subarray(PART);
      yield Buffer.from('\r\n--b--\r\n');
    }
    await server.call(`/${id}/file`, {
      method: 'PUT',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: ReadableStream.from(inTwoParts()),
      duplex: 'half',
    });
    expect(sha(await bytesOf(id))).toBe(sha(bytes));
  });

  it('are uploaded and downloaded fifty at once without a failure', async () => {
    const contents = Array.from({ length: AT_ONCE }, (_, at) => textOfSize(at, SIZE));
    const ids = await Promise.all(contents.map(() => server.document()));
    await Promise.all(contents.map((bytes, at) => server.upload(ids[at] ?? 0, formOf(bytes))));
    const received = await Promise.all(ids.map(bytesOf));
    expect(received.map(sha)).toEqual(contents.map(sha));
  });
});
