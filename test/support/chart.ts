import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const CHART = join(__dirname, '..', '..', 'deploy', 'chart');
/** Where Debian lays the sources of packages of Go. */
const DEBIAN_GO = '/usr/share/gocode';

const hasHelm = spawnSync('helm', ['version']).status === 0;
const hasGo =
  existsSync(join(DEBIAN_GO, 'src', 'github.com', 'Masterminds', 'sprig')) && spawnSync('go', ['version']).status === 0;

/** By helm, or by what helm is made of: Go's templates and sprig (Debian's golang-go, golang-github-masterminds-sprig-dev). */
export const CAN_RENDER_CHART = hasHelm || hasGo;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a manifest of Kubernetes
export type Manifest = any;

/** What the chart makes of these values, over its own ones; throws what the templates say. */
export class ChartRenderer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'kontor-chart-'));
  private readonly program = join(this.folder, 'render');

  /** helm asks a cluster for the Secret. */
  readonly knowsSecrets = !hasHelm;

  constructor() {
    if (hasHelm) return;
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: DEBIAN_GO, GOCACHE: join(tmpdir(), 'kontor-go') };
    execFileSync('go', ['build', '-o', this.program, join(__dirname, 'render-chart.go')], { env, stdio: 'pipe' });
  }

  /** `secretVersion`: that of the Secret in the cluster, which helm without a cluster does not know. */
  render(values: Readonly<Record<string, unknown>> = {}, secretVersion = ''): readonly Manifest[] {
    const file = join(this.folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const [program, ...words] = hasHelm
      ? ['helm', 'template', 'trial', CHART, '--values', file]
      : [this.program, CHART, JSON.stringify(values)];
    const text = execFileSync(program, words, {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, SECRET_VERSION: secretVersion },
    });
    return parseAllDocuments(text).flatMap((document) => {
      const [error] = document.errors;
      if (error) throw error;
      return document.toJS() ?? [];
    });
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
