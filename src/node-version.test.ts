import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeNode, OLDEST_NODE } from './node-version.js';

describe('judgeNode', () => {
  it.each(['v22.13.0', 'v22.13.1', 'v22.14.0', 'v23.0.0', 'v24.21.0', 'v100.0.0', '24.0.0-nightly20250101'])(
    'takes %s and names it',
    (version) => {
      expect(judgeNode(version)).toEqual({ ok: true, line: `Node ${version.replace('v', '')}` });
    },
  );

  it.each(['v20.20.2', 'v22.12.9', 'v22.9.99', 'v9.99.99', 'v22', 'garbage'])(
    'refuses %s and says what to do',
    (version) => {
      const verdict = judgeNode(version);
      expect(verdict.ok).toBe(false);
      expect(verdict.line).toContain('npm ci');
      expect(verdict.line).toContain(OLDEST_NODE);
    },
  );

  it('asks for what package.json asks for', () => {
    const manifest = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
    expect(`${manifest.engines.node}.0`).toBe(`>=${OLDEST_NODE}`);
  });
});
