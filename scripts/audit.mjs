// Known weaknesses of the packages that run in production, by `npm audit` and scripts/audit-policy.json.
// Exit code 0: none that needs action. 1: some. 2: no registry answered, so nothing is known.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditFaults, isReport } from './audit-report.mjs';
import { environment, root, windows } from './project.mjs';

const PATIENCE_MS = 60_000;

const { stdout } = spawnSync(windows ? 'npm.cmd' : 'npm', ['audit', '--json', '--omit=dev'], {
  cwd: root,
  env: environment(),
  encoding: 'utf8',
  timeout: PATIENCE_MS,
  shell: windows,
});
const answered = () => {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
};
const report = answered();
if (!isReport(report)) {
  console.log(`The registry returned no vulnerability report: ${report?.message ?? 'no response'}`);
  process.exit(2);
}
const policy = JSON.parse(readFileSync(join(root, 'scripts', 'audit-policy.json'), 'utf8'));
const faults = auditFaults(report, policy, new Date().toISOString().slice(0, 10));
for (const fault of faults) console.log(fault);
process.exit(faults.length === 0 ? 0 : 1);
