/*
 * Makes the archive of `npm pack` self-contained: only the packages that are not bundled are dependencies, each with its
 * version and digest (npm-shrinkwrap.json). Packing runs it by itself:
 * node scripts/archive.mjs before|after
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WHOLE } from './bundle.mjs';
import { root } from './project.mjs';

const manifestFile = join(root, 'package.json');
const keptFile = join(root, 'package.json.kept');
const lockFile = join(root, 'npm-shrinkwrap.json');

const jsonOf = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Where Node finds a package that the package in this folder requires. */
const placeOf = (packages, folder, name) => {
  for (let place = folder; ; place = place.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const found = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[found]) return found;
    if (place === '') return undefined;
  }
};

/** The lock file's entries for these packages and their dependencies. Addresses depend on the registry. */
const lockedFrom = (packages, places) => {
  const locked = {};
  const open = [...places];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (locked[place]) continue;
    const { resolved: _resolved, ...entry } = packages[place];
    locked[place] = entry;
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
    open.push(...names.map((name) => placeOf(packages, place, name)).filter((found) => found !== undefined));
  }
  return Object.fromEntries(Object.entries(locked).sort(([one], [other]) => (one < other ? -1 : 1)));
};

const after = () => {
  if (existsSync(keptFile)) renameSync(keptFile, manifestFile);
  rmSync(lockFile, { force: true });
};

const before = () => {
  // Removes what an interrupted run has left.
  after();
  const { name, version, description, license, engines, bin, files } = jsonOf(manifestFile);
  const { packages } = jsonOf(join(root, 'package-lock.json'));
  const locked = lockedFrom(
    packages,
    WHOLE.map((whole) => `node_modules/${whole}`),
  );
  const dependencies = Object.fromEntries(WHOLE.map((whole) => [whole, packages[`node_modules/${whole}`].version]));
  const packed = [...files, 'npm-shrinkwrap.json'];
  const manifest = { name, version, description, private: true, license, engines, bin, files: packed, dependencies };
  renameSync(manifestFile, keptFile);
  write(manifestFile, manifest);
  const { files: _files, private: _private, description: _description, ...own } = manifest;
  write(lockFile, { name, version, lockfileVersion: 3, requires: true, packages: { '': own, ...locked } });
};

const steps = { before, after };
const step = steps[process.argv[2]];
if (!step) throw new Error('Usage: node scripts/archive.mjs before|after');
step();
