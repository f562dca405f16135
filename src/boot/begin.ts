import { checkNode } from './node-version.js';
import { StopSignals } from './stop-signals.js';

/**
 * Starts the server in this process. Handles signals and checks the Node.js version before anything else is loaded.
 */
export const begin = (): void => {
  // A stop during startup counts as success.
  const stops = new StopSignals((_signal, count) => process.exit(count > 1 ? 1 : 0)).listen();
  const verdict = checkNode(process.version);
  // Standard output may be on a full disk. The server then runs without its log.
  process.stdout.on('error', () => undefined);
  const line = process.stdout.isTTY
    ? verdict.line
    : JSON.stringify({ level: verdict.ok ? 'info' : 'fatal', time: new Date().toISOString(), msg: verdict.line });
  process.stdout.write(`${line}\n`);
  if (verdict.ok) {
    // Loaded after the version check: an old Node.js crashes without a message while it loads the SQLite driver.
    void import('./serve.js').then(({ serve }) => serve(stops));
  } else process.exitCode = 1;
};
