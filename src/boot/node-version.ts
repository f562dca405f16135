/**
 * The oldest supported version of each Node.js line. On older ones the SQLite driver (Node-API 9) crashes with a
 * segmentation fault. A test compares this with `engines` in package.json and with scripts/project.mjs.
 */
export const OLDEST_NODES = ['22.14.0', '23.6.0'] as const;

type NodeVerdict = { readonly ok: boolean; readonly line: string };

const parts = (version: string): readonly number[] =>
  version
    .replace(/^v/, '')
    .replace(/[-+].*$/, '')
    .split('.')
    .map(Number);

const olderThan = (version: string, bound: string): boolean => {
  const [mine, least] = [parts(version), parts(bound)];
  for (const [index, wanted] of least.entries()) {
    const have = mine[index] ?? 0;
    if (have !== wanted) return !(have > wanted);
  }
  return false;
};

/** Whether a version is below the minimum of its major line; newer lines have no minimum. */
const isOld = (version: string): boolean => {
  const bound = OLDEST_NODES.find((oldest) => parts(oldest)[0] === parts(version)[0]);
  return olderThan(version, bound ?? OLDEST_NODES[0]);
};

/**
 * The first log line: the Node.js version, or why it is not supported and how to fix it. If npm does not run install
 * scripts, the bundled `node` package is empty and the system's Node.js is used silently.
 */
export const checkNode = (version: string): NodeVerdict => {
  const name = `Node ${version.replace(/^v/, '')}`;
  if (!isOld(version)) return { ok: true, line: name };
  return {
    ok: false,
    line:
      `${name} is too old. Kontor requires at least Node ${OLDEST_NODES.join(' or ')}. The project includes a suitable version: run \`npm ci\` and start Kontor ` +
      `through npm (\`npm start\`, \`npm run -s kontor -- …\`). If you already ran \`npm ci\`, npm skipped the install scripts: ` +
      `run \`npm rebuild node\`, or install Node 24.`,
  };
};
