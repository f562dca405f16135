import { judgeNode } from './node-version.js';

const verdict = judgeNode(process.version);
const line = process.stdout.isTTY
  ? verdict.line
  : JSON.stringify({ level: verdict.ok ? 'info' : 'fatal', time: new Date().toISOString(), msg: verdict.line });
process.stdout.write(`${line}\n`);
if (verdict.ok) {
  // Only now: an old Node breaks while it loads the SQLite driver, without a word.
  void import('./serve.js').then(({ serve }) => serve());
} else process.exitCode = 1;
