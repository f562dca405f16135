import { judgeNode } from './node-version.js';
import { StopSignals } from './stop-signals.js';

/**
 * Starts the server in this process. Signals are handled and the Node version is checked before anything else is
 * loaded.
 */
export const begin = (): void => {
  // An orderly stop during startup counts as success.
  const stops = new StopSignals((_signal, count) => process.exit(count > 1 ? 1 : 0)).listen();
  const verdict = judgeNode(process.version);
  // Standard output can be on a full disk. The server runs without its log.
  process.stdout.on('error', () => undefined);
  const line = process.stdout.isTTY
    ? verdict.line
    : JSON.stringify({ level: verdict.ok ? 'info' : 'fatal', time: new Date().toISOString(), msg: verdict.line });
  process.stdout.write(`${line}\n`);
  if (verdict.ok) {
    // Only now: an old Node breaks while it loads the SQLite driver, without a word.
    void import('./serve.js').then(({ serve }) => serve(stops));
  } else process.exitCode = 1;
};
