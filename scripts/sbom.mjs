// Writes the bill of materials of what runs in production, dist/sbom.cdx.json (CycloneDX) and dist/licences.txt. Needs no
// registry. Exits with 1 where a license is not allowed:  node scripts/sbom.mjs [folder]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyLicenceTexts, licenceFaults, licenceList, licencesOf } from './licences.mjs';
import { environment, root, tool, windows } from './project.mjs';

const jsonOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const folder = process.argv[2] ?? join(root, 'dist');

/** A copy of the manifest and the lock file with what runs in production only: `npm sbom` refuses workspaces that are not installed. */
const productionCopy = () => {
  const copy = mkdtempSync(join(tmpdir(), 'kontor-sbom-'));
  const { workspaces: _workspaces, devDependencies: _dev, scripts: _scripts, ...own } = jsonOf('package.json');
  // The page for staff contains its packages.
  const manifest = { ...own, dependencies: { ...own.dependencies, ...jsonOf('desk/package.json').dependencies } };
  const lock = jsonOf('package-lock.json');
  const isPackage = ([path, { link }]) => path.startsWith('node_modules/') && !link;
  // The addresses in the lock file have a host without meaning (scripts/lock.mjs).
  const listed = Object.entries(lock.packages)
    .filter(isPackage)
    .map(([path, { resolved: _address, ...entry }]) => [path, entry]);
  const packages = { '': manifest, ...Object.fromEntries(listed) };
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(copy, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  return copy;
};

const npm = (cwd, ...args) => {
  const { status, stdout, stderr } = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd,
    env: environment({ npm_config_offline: 'true', npm_config_loglevel: 'error' }),
    encoding: 'utf8',
    maxBuffer: 1e9,
    shell: windows,
  });
  if (status === 0) return stdout;
  console.error(`The SBOM could not be created:\n${stderr}`);
  process.exit(1);
};

const copy = productionCopy();
npm(copy, 'install', '--package-lock-only', '--ignore-scripts', '--no-audit');
const made = npm(
  copy,
  'sbom',
  '--package-lock-only',
  '--omit=dev',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
);
rmSync(copy, { recursive: true });
// The serial number and the time change with each run; without them the same packages give the same file.
const { serialNumber: _serial, metadata, ...rest } = JSON.parse(made);
const { timestamp: _timestamp, ...described } = metadata;
const sbom = { ...rest, metadata: described };
/** The lock file knows no license in the old form; the package itself does. */
const declaredLicenses = ({ name }) => {
  const file = tool(`${name}/package.json`);
  if (!existsSync(file)) return [];
  const { license, licenses = [] } = JSON.parse(readFileSync(file, 'utf8'));
  const names = license ? [license] : licenses.map(({ type }) => type);
  return names.map((one) => ({ license: { name: one } }));
};
for (const component of sbom.components)
  if (!component.licenses?.length) component.licenses = declaredLicenses(component);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
const listed = licencesOf(sbom);
const policy = jsonOf('scripts/licence-policy.json');
writeFileSync(join(folder, 'licences.txt'), licenceList(listed, policy));
copyLicenceTexts(listed, join(root, 'node_modules'), join(folder, 'licences'));
const faults = licenceFaults(listed, policy);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
