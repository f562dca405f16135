import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, OLDEST_NODES } from './node-version.js';

describe('checkNode', () => {
  it.each([
    'v22.14.0',
    'v22.14.1',
    'v22.22.0',
    'v23.6.0',
    'v23.11.1',
    'v24.0.0',
    'v24.21.0',
    'v100.0.0',
    '24.0.0-nightly20250101',
  ])('accepts %s and returns its version', (version) => {
    expect(checkNode(version)).toEqual({ ok: true, line: `Node ${version.replace('v', '')}` });
  });

  it.each(['v20.20.2', 'v21.7.3', 'v22.13.1', 'v22.9.99', 'v23.0.0', 'v23.5.0', 'v9.99.99', 'v22', 'garbage'])(
    'rejects %s and says how to fix it',
    (version) => {
      const verdict = checkNode(version);
      expect(verdict.ok).toBe(false);
      expect(verdict.line).toContain('npm ci');
      expect(verdict.line).toContain(OLDEST_NODES.join(' or '));
    },
  );

  it('requires the same versions as package.json', () => {
    const manifest = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
    const [first, second] = OLDEST_NODES;
    expect(manifest.engines.node).toBe(`^${first} || >=${second}`);
  });
});
