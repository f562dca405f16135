#!/usr/bin/env node
import { judgeNode } from './node-version.js';

const verdict = judgeNode(process.version);
if (verdict.ok) {
  // Only now: an old Node breaks while it loads the SQLite driver, without a word.
  void import('./cli-program.js').then(({ runCommand }) => runCommand(process.argv));
} else {
  process.stderr.write(`${verdict.line}\n`);
  process.exitCode = 1;
}
