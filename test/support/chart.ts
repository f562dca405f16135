import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const CHART = join(__dirname, '..', '..', 'deploy', 'chart');
/** Folder of Go package sources on Debian. */
const DEBIAN_GO = '/usr/share/gocode';

const hasHelm = spawnSync('helm', ['version']).status === 0;
const hasGo =
  existsSync(join(DEBIAN_GO, 'src', 'github.com', 'Masterminds', 'sprig')) && spawnSync('go', ['version']).status === 0;

/**
 * Renders with helm, or with the libraries that helm uses: Go templates and sprig (Debian's golang-go,
 * golang-github-masterminds-sprig-dev).
 */
export const CAN_RENDER_CHART = hasHelm || hasGo;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a Kubernetes manifest
export type Manifest = any;

/** Renders the chart with these values on top of its defaults. Throws the errors of the templates. */
export class ChartRenderer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'kontor-chart-'));
  private readonly program = join(this.folder, 'render');

  /** True if the Secret of the cluster can be simulated. helm would ask a cluster for it. */
  readonly knowsSecrets = !hasHelm;

  constructor() {
    if (hasHelm) return;
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: DEBIAN_GO, GOCACHE: join(tmpdir(), 'kontor-go') };
    execFileSync('go', ['build', '-o', this.program, join(__dirname, 'render-chart.go')], { env, stdio: 'pipe' });
  }

  /** `secretVersion` is the version of the Secret in the cluster, which helm does not know without a cluster. */
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
