import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandRefused } from './context.js';

type Pieces = AsyncIterable<string | Uint8Array>;

const refused = (file: string, error: unknown): CommandRefused => {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: `${file} already exists. Choose another path.`,
    ENOENT: `The folder ${dirname(file)} does not exist. Create it, or correct the path.`,
    ENOSPC: `${file} cannot be written, because the disk is full. Free up space, or choose another path.`,
  };
  return new CommandRefused(
    reasons[code] ?? `${file} cannot be written (${code}). Correct the path or its permissions.`,
  );
};

/** Writes a file. Throws `CommandRefused` if that fails; errors of the pieces are passed on. */
const write = async (file: string, pieces: Pieces, flags: 'w' | 'wx'): Promise<void> => {
  const onFile = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw refused(file, error);
    });
  const handle = await onFile(open(file, flags, 0o600));
  try {
    for await (const piece of pieces) await onFile(handle.writeFile(piece));
  } finally {
    await handle.close();
  }
};

/** Writes a file, which may exist already. */
export const overwrite = (file: string, pieces: Pieces): Promise<void> => write(file, pieces, 'w');

/** Writes a new file for its owner only, or to standard output without one. Removes a file that stays incomplete. */
export const writeNew = async (file: string | undefined, pieces: Pieces): Promise<void> => {
  if (file === undefined) {
    for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    return;
  }
  let isOurs = false;
  const marked = async function* (): Pieces {
    isOurs = true;
    yield* pieces;
  };
  try {
    await write(file, marked(), 'wx');
  } catch (error) {
    if (isOurs) await rm(file, { force: true });
    throw error;
  }
};
