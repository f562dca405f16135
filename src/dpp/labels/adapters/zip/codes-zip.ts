import { Zip, ZipDeflate } from 'fflate';
import { yieldToEventLoop } from '../../../../../libs/records/index.js';

interface DrawnFile {
  readonly name: string;
  readonly draw: () => Promise<Uint8Array>;
}

/** A ZIP file, generated file by file. */
export async function* codesZip(files: readonly DrawnFile[], at: Date): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, draw } of files) {
    const entry = new ZipDeflate(name);
    entry.mtime = at;
    zip.add(entry);
    entry.push(await draw(), true);
    yield* made;
    made = [];
    await yieldToEventLoop();
  }
  zip.end();
  yield* made;
}
