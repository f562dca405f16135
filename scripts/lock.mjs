// Writes the address of each package into package-lock.json:  node scripts/lock.mjs
// Run it after every change of the lock file. Without an address npm asks the registry for each package's list of versions,
// even when the package itself is cached. The host has no meaning: `replace-registry-host` in .npmrc replaces it by the
// registry that npm is set to.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

const HOST = 'https://registry.invalid';

/** Address of a package's archive on any registry. */
const addressOf = (path, { name = path.split('node_modules/').pop(), version }) =>
  `${HOST}/${name}/-/${name.split('/').pop()}-${version}.tgz`;

/** The text of a lock file, with the address of each package. */
export const withAddresses = (text) => {
  const lock = JSON.parse(text);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.link || !path.includes('node_modules/')) continue;
    // npm's own order: the address comes after the version.
    const { name, version, resolved: _old, ...rest } = entry;
    lock.packages[path] = { ...(name && { name }), version, resolved: addressOf(path, entry), ...rest };
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = join(root, 'package-lock.json');
  writeFileSync(file, withAddresses(readFileSync(file, 'utf8')));
}
