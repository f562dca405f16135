const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const patterns = new Map<string, RegExp>();

/** However a path was spelt, all behind it goes. */
const patternOf = (secretPath: string): RegExp => {
  let pattern = patterns.get(secretPath);
  if (!pattern) {
    const parts = secretPath.split('/').map(escaped).join('(?:/|%2f)+');
    pattern = new RegExp(`(/${parts}(?:/|%2f)+).+$`, 'i');
    patterns.set(secretPath, pattern);
  }
  return pattern;
};

/**
 * A path for the log: without the part after a secret path (`customerdocuments/link`), which grants access without a
 * token (documents.md).
 */
export const loggedPath = (path: string, secretPaths: readonly string[]): string =>
  secretPaths.reduce((logged, secretPath) => logged.replace(patternOf(secretPath), '$1…'), path);
