import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { CommandRefused } from './context.js';

/** Discards readline's echo. */
const silent = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const askHidden = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: silent(), terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
};

/**
 * Reads a password: typed twice without echo on a terminal, otherwise the first line of standard input. Never an
 * argument, because other users of the machine can see those.
 */
export const readPassword = async (): Promise<string> => {
  if (process.stdin.isTTY) {
    const password = await askHidden('Password: ');
    if ((await askHidden('Repeat password: ')) !== password)
      throw new CommandRefused('The passwords do not match. Run the command again.');
    return password;
  }
  const password = (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
  if (password === '')
    throw new CommandRefused(
      'Standard input contains no password. Write the password to standard input, or run the command in a terminal.',
    );
  return password;
};
