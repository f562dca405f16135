/** Express 5 and the SQLite driver need it; the same number stands in `engines` of package.json, which a test compares. */
export const OLDEST_NODE = '22.13.0';

export type NodeVerdict = { readonly ok: boolean; readonly line: string };

const parts = (version: string): readonly number[] =>
  version
    .replace(/^v/, '')
    .replace(/[-+].*$/, '')
    .split('.')
    .map(Number);

const olderThan = (version: string, bound: string): boolean => {
  const [mine, least] = [parts(version), parts(bound)];
  for (const [place, wanted] of least.entries()) {
    const have = mine[place] ?? 0;
    if (have !== wanted) return !(have > wanted);
  }
  return false;
};

/**
 * The first line of every start: which Node runs, or why it can't and what to do about it. An npm that runs no install
 * scripts leaves the bundled `node` package empty, and the machine's own Node is used without a word.
 */
export const judgeNode = (version: string): NodeVerdict => {
  const name = `Node ${version.replace(/^v/, '')}`;
  if (!olderThan(version, OLDEST_NODE)) return { ok: true, line: name };
  return {
    ok: false,
    line:
      `${name} is too old: kontor needs ${OLDEST_NODE} or newer. The project brings its own: run \`npm ci\` and start it ` +
      `through npm (\`npm start\`, \`npm run -s kontor -- …\`). If that is what you did, npm ran no install scripts: ` +
      `run \`npm rebuild node\`, or install Node 24.`,
  };
};
