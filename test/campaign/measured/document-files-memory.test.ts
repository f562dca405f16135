import { createHash, hash } from 'node:crypto';
import { peakResidentBytes } from './resident.js';
import { FileServer, formOf, textOfSize } from '../../support/file-server.js';

const MIB = 1024 * 1024;
/** Much more than the free memory of a server of this size. */
const LARGE = 200 * MIB;

it('uploads and downloads of large files do not hold the whole file in memory (documents.md)', async () => {
  const server = await FileServer.start();
  const download = async (id: number): Promise<string> => {
    const sum = createHash('sha256');
    for await (const chunk of (await server.download(id)).body ?? []) sum.update(chunk as Uint8Array);
    return sum.digest('hex');
  };
  try {
    const id = await server.document();
    // The first requests load code, fill pools and let the engine compile.
    for (let round = 0; round < 3; round += 1) {
      await server.upload(id, formOf(textOfSize(round, 10 * MIB)));
      await download(id);
    }
    const before = peakResidentBytes(server.pid);
    const bytes = textOfSize(10, LARGE);
    await server.upload(id, formOf(bytes));
    expect(await download(id)).toBe(hash('sha256', bytes));
    const growth = peakResidentBytes(server.pid) - before;
    // Garbage that is not collected yet counts as well.
    expect(growth / LARGE).toBeLessThan(0.5);
  } finally {
    await server.close();
  }
});
