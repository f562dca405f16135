import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditPolicy, auditFaults, isReport } from '../../scripts/audit-report.mjs';
import { licenceFaults, type LicencePolicy, licenceList, licencesOf } from '../../scripts/licences.mjs';
import { withAddresses } from '../../scripts/lock.mjs';

const ROOT = join(__dirname, '..', '..');
const jsonOf = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { dependencies: ofServer } = jsonOf('package.json');
const dependencies = { ...ofServer, ...jsonOf('desk/package.json').dependencies };
const LICENCES = jsonOf('scripts/licence-policy.json') as LicencePolicy;
const AUDIT = jsonOf('scripts/audit-policy.json') as AuditPolicy;

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
}

describe('the software bill of materials (security.md, "What the product is made of")', () => {
  let folder: string;
  let sbom: { readonly bomFormat: string; readonly specVersion: string; readonly components: readonly Component[] };
  let list: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-test-sbom-'));
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'sbom.mjs'), folder], {
      encoding: 'utf8',
      // The script must not contact a registry.
      env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' },
    });
    expect([status, stderr]).toEqual([0, '']);
    sbom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
    list = readFileSync(join(folder, 'licences.txt'), 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is in CycloneDX format and lists each package with its version and purl', () => {
    expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.\d$/)]);
    expect(sbom.components.filter(({ version, purl }) => !version || !purl?.startsWith('pkg:npm/'))).toEqual([]);
  });

  it('contains runtime dependencies, but no packages that only tests and builds need', () => {
    const names = new Set(licencesOf(sbom).map(({ name }) => name));
    const runs = Object.keys(dependencies);
    expect(runs.filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(2 * runs.length);
    const { packages } = jsonOf('package-lock.json') as { packages: object };
    for (const name of ['jest', 'eslint', 'prettier', 'esbuild', 'typescript-7', 'playwright-core'])
      expect([name, `node_modules/${name}` in packages, names.has(name)]).toEqual([name, true, false]);
  });

  it('lists a licence for each package', () => {
    const lines = list.trimEnd().split('\n');
    expect(lines).toHaveLength(sbom.components.length);
    expect(lines.filter((line) => !/^\S+ \S+: \S/.test(line) || line.endsWith('undefined'))).toEqual([]);
    expect(list).toMatch(/^express \S+: MIT$/m);
  });
});

describe('direct dependencies', () => {
  it('each have a reason in ADR 71, which names no others', () => {
    const table = readFileSync(join(ROOT, 'docs', 'adr', '0071-what-each-package-is-for.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1] ?? '');
    const named = table.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    const { devDependencies } = jsonOf('package.json') as { devDependencies: object };
    expect(named.sort()).toEqual([...Object.keys(dependencies as object), ...Object.keys(devDependencies)].sort());
  });
});

describe('the lock file', () => {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');

  // `node scripts/lock.mjs` repairs it.
  it('has an address for each package, without the host of a registry', () => {
    expect(withAddresses(text) === text).toBe(true);
    const { packages } = JSON.parse(text) as { packages: Record<string, { resolved?: string; link?: true }> };
    const addresses = Object.values(packages).flatMap(({ resolved, link }) => (link || !resolved ? [] : [resolved]));
    expect(addresses.filter((address) => !address.startsWith('https://registry.invalid/'))).toEqual([]);
    expect(addresses).toContain('https://registry.invalid/@nestjs/core/-/core-12.5.1.tgz');
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('replace-registry-host=always');
  });
});

describe('packages with install scripts', () => {
  it('are all listed in allowScripts', () => {
    const { packages } = jsonOf('package-lock.json') as { packages: Record<string, { hasInstallScript?: true }> };
    const named = Object.keys((jsonOf('package.json') as { allowScripts: object }).allowScripts);
    const bringing = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) : [],
    );
    expect([...new Set(bringing)].sort()).toEqual(named.sort());
  });
});

describe('licences', () => {
  const POLICY: LicencePolicy = {
    allowed: ['MIT', 'ISC'],
    packages: [{ name: 'odd', declared: null, licence: 'MIT', why: 'says so' }],
  };
  const odd = { name: 'odd', version: '1.0.0', licence: undefined };
  const one = (licence: string | undefined) => [{ name: 'one', version: '1.0.0', licence }, odd];

  it.each(['MIT', 'ISC', '(MIT AND ISC)', 'GPL-3.0-only OR MIT', 'MIT AND MIT'])('allows %s', (licence) => {
    expect(licenceFaults(one(licence), POLICY)).toEqual([]);
  });

  it.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'UNLICENSED', undefined])('rejects %s', (licence) => {
    expect(licenceFaults(one(licence), POLICY)).toEqual([
      `one 1.0.0: the license ${licence ?? '(none)'} is not in the list of allowed licenses`,
    ]);
  });

  it('accepts an exception only for the declared license of an installed package', () => {
    expect(licenceFaults([{ ...odd, licence: 'GPL-3.0-only' }], POLICY)).toHaveLength(1);
    expect(licenceFaults([], POLICY)).toEqual(['odd: the exception is for a package that is not installed']);
    expect(licenceList([odd], POLICY)).toBe('odd 1.0.0: MIT\n');
    expect(LICENCES.packages.filter(({ why }) => why === '')).toEqual([]);
  });
});

describe('npm audit', () => {
  const TODAY = '2026-11-25';
  const GRAVE = 'GHSA-aaaa-bbbb-cccc';
  const advisory = (severity: string, id = GRAVE) => ({
    source: 1,
    name: 'deep',
    title: 'Something is wrong',
    url: `https://github.com/advisories/${id}`,
    severity,
    range: '<2.0.0',
  });
  /** A report of npm 7 or later: a vulnerable package, and one that depends on it. */
  const report = (...via: readonly object[]) => ({
    auditReportVersion: 2,
    vulnerabilities: {
      deep: { name: 'deep', severity: 'high', via, effects: ['upper'], range: '<2.0.0', nodes: [], fixAvailable: true },
      upper: { name: 'upper', severity: 'high', via: ['deep'], effects: [], range: '*', nodes: [], fixAvailable: true },
    },
    metadata: {},
  });
  const policy = (...accepted: AuditPolicy['accepted']): AuditPolicy => ({ ...AUDIT, accepted });
  const acceptance = { package: 'deep', advisory: GRAVE, why: 'never called', until: '2026-12-31' };

  it.each(['moderate', 'high', 'critical'])('reports a vulnerability of severity %s once', (severity) => {
    expect(auditFaults(report(advisory(severity), advisory(severity)), policy(), TODAY)).toEqual([
      `deep ${GRAVE} (${severity}): Something is wrong`,
    ]);
  });

  it.each(['low', 'info'])('ignores a vulnerability of severity %s', (severity) => {
    expect(auditFaults(report(advisory(severity)), policy(), TODAY)).toEqual([]);
  });

  it('accepts an exception for its package and advisory until its date', () => {
    const grave = report(advisory('high'));
    expect(auditFaults(grave, policy(acceptance), TODAY)).toEqual([]);
    expect(auditFaults(grave, policy(acceptance), '2026-12-31')).toEqual([]);
    expect(auditFaults(grave, policy(acceptance), '2027-01-01')).toEqual([
      `deep ${GRAVE}: the exception expired on 2026-12-31`,
    ]);
    const other = advisory('high', 'GHSA-dddd-eeee-ffff');
    expect(auditFaults(report(advisory('high'), other), policy(acceptance), TODAY)).toEqual([
      'deep GHSA-dddd-eeee-ffff (high): Something is wrong',
    ]);
  });

  it('rejects an exception with no reason, a distant date or no vulnerability', () => {
    const grave = report(advisory('high'));
    const faults = (one: AuditPolicy['accepted'][number]) => auditFaults(grave, policy(one), TODAY);
    expect(faults({ ...acceptance, why: '' })).toEqual([`deep ${GRAVE}: the exception has no date or no reason`]);
    expect(faults({ package: 'deep', advisory: GRAVE, why: 'x' })).toEqual([
      `deep ${GRAVE}: the exception has no date or no reason`,
    ]);
    expect(faults({ ...acceptance, until: '2028-01-01' })).toEqual([
      `deep ${GRAVE}: the exception is valid until 2028-01-01, later than the limit 2027-03-25`,
    ]);
    expect(auditFaults(report(), policy(acceptance), TODAY)).toEqual([
      `deep ${GRAVE}: the exception is no longer needed, because the vulnerability is no longer reported`,
    ]);
  });

  it('does not mistake an error response of the registry for a report', () => {
    expect(isReport(report())).toBe(true);
    for (const answer of [{ message: '405 Method Not Allowed', method: 'POST' }, {}, undefined, null])
      expect(isReport(answer)).toBe(false);
  });
});
