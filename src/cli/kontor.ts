#!/usr/bin/env node
import { begin } from '../boot/begin.js';
import { checkNode } from '../boot/node-version.js';
import { COMMAND_STOPS } from '../boot/stop-signals.js';

const command = (words: string): void => {
  COMMAND_STOPS.listen();
  // The reader may close the pipe (`kontor openapi | head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`Cannot write to standard output: ${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  process.stderr.on('error', () => undefined);
  const verdict = checkNode(process.version);
  if (!verdict.ok) {
    process.stderr.write(`${verdict.line}\n`);
    process.exitCode = 1;
  } else if (/^health(,--ready)?$/.test(words)) {
    // Container platforms run this every few seconds, so it loads nothing of the application.
    void import('./health.js').then(({ health }) => health(process.argv.length > 3));
  } else {
    // Loaded after the version check: an old Node.js crashes without a message while it loads the SQLite driver.
    void import('./program.js').then(({ runCommand }) => runCommand(process.argv));
  }
};

const words = process.argv.slice(2).join();
if (words === 'serve') begin();
else command(words);
