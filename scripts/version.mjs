/*
 * Writes the version of package.json wherever it is repeated. `npm version 1.2.3` runs it and commits all of them:
 * node scripts/version.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const today = new Date().toISOString().slice(0, 10);

/** Replaces the match of a pattern, which each file must contain. */
const replace = (file, pattern, text) => {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file}: no text matches ${pattern}`);
  writeFileSync(path, before.replace(pattern, text));
};

replace('deploy/chart/Chart.yaml', /^version: .*\nappVersion: .*$/m, `version: ${version}\nappVersion: ${version}`);
replace('deploy/Dockerfile', /^ARG VERSION=.*$/m, `ARG VERSION=${version}`);
replace('clients/typescript/package.json', /"version": "[^"]*"/, `"version": "${version}"`);
replace('clients/typescript/README.md', /kontor-client-[\w.-]+(?=\.tgz)/g, `kontor-client-${version}`);
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
if (!changelog.includes(`\n## [${version}]`))
  replace('CHANGELOG.md', /^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${today}\n`);
