// What the product is made of: dist/sbom.cdx.json (CycloneDX) and dist/licences.txt, of the packages that are installed and
// run in production. Asks no registry. Ends with 1 where a licence isn't allowed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, node, root, tool } from './house.mjs';
import { licenceFaults, licenceList, licencesOf } from './licences.mjs';

const folder = process.argv[2] ?? join(root, 'dist');
const file = join(folder, 'sbom.cdx.json');
const ARGUMENTS = ['--omit', 'dev', '--flatten-components', '--output-reproducible', '--output-format', 'JSON'];

mkdirSync(folder, { recursive: true });
const { status, stderr } = spawnSync(
  node(),
  [tool('@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js'), ...ARGUMENTS, '--no-validate', '--output-file', file],
  // The npm that was started, else the one on the way; neither asks a registry.
  { cwd: root, env: environment({ npm_config_offline: 'true', npm_config_audit: 'false' }), encoding: 'utf8' },
);
if (status !== 0) {
  console.error(`No SBOM could be made:\n${stderr}`);
  process.exit(1);
}
const listed = licencesOf(JSON.parse(readFileSync(file, 'utf8')));
const policy = JSON.parse(readFileSync(join(root, 'scripts', 'licence-policy.json'), 'utf8'));
writeFileSync(join(folder, 'licences.txt'), licenceList(listed, policy));
const faults = licenceFaults(listed, policy);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
