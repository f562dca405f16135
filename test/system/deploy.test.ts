import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { CAN_RENDER_CHART, ChartRenderer, type Manifest } from '../support/chart.js';

const DEPLOY = join(__dirname, '..', '..', 'deploy');
const CHART = join(DEPLOY, 'chart');
const textOf = (...path: readonly string[]): string => readFileSync(join(DEPLOY, ...path), 'utf8');

type Tree = Readonly<Record<string, unknown>>;
const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Tree | undefined)?.[key], tree);

/** Settings that there are, by their names or by those of the files that hold them. */
const SETTINGS = new Set([
  ...[...textOf('..', '.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
  'METRICS_PORT',
]);
const isSetting = (name: string): boolean => SETTINGS.has(name) || SETTINGS.has(name.replace(/_FILE$/, ''));

describe('the chart', () => {
  const values = parse(textOf('chart', 'values.yaml')) as Tree;
  const schema = JSON.parse(textOf('chart', 'values.schema.json')) as Tree;
  const isValid = new Ajv({ strict: false }).compile(schema);
  const templates = readdirSync(join(CHART, 'templates')).map((name) => textOf('chart', 'templates', name));

  it('has values that its schema takes', () => {
    isValid(values);
    expect(isValid.errors).toBeNull();
  });

  it.each([
    ['a word that nobody reads', { replica: 3 }],
    ['no servers', { replicas: 0 }],
    ['no Secret', { secretName: '' }],
    ['a secret among the settings', { settings: { DATABASE_URL: 'mysql://k@h/k', JWT_SECRET: 'x' } }],
    ['a password in the address', { settings: { DATABASE_URL: 'mysql://k:secret@h/k' } }],
    ['an embedded database, which several servers cannot share', { settings: { DATABASE_URL: 'sqlite:var/k' } }],
    ['a grace that cuts a stop short', { graceSeconds: 5 }],
    ['another way of migrating', { migrate: 'never' }],
    ['metrics where requests are taken', { metrics: { port: 3000 } }],
  ])('refuses %s', (_what, wrong) => {
    expect(isValid({ ...values, ...wrong })).toBe(false);
  });

  it('uses only values that its schema has, and all of them', () => {
    const used = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path));
    const unknown = used.filter(
      (path) =>
        at(
          schema,
          path.split('.').flatMap((key) => ['properties', key]),
        ) === undefined,
    );
    expect(unknown).toEqual([]);
    const tops = new Set(used.map((path) => path.split('.')[0]));
    expect(Object.keys(values).filter((key) => !tops.has(key))).toEqual([]);
  });

  it('closes what it opens, and includes what is defined', () => {
    for (const text of templates) {
      const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
      expect(count(/\{\{-? end \}\}/g)).toBe(count(/\{\{-? (?:if|range|with|define) /g));
    }
    const all = templates.join('\n');
    const defined = [...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name);
    const included = [...all.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(included)].sort()).toEqual(defined.sort());
  });

  it('names settings that there are', () => {
    const names = templates.flatMap((text) =>
      [...text.matchAll(/- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name = '']) => name),
    );
    const given = ['settings', 'secretKeys'].flatMap((key) => Object.keys(values[key] as Tree));
    expect(names).toContain('MIGRATE_AT_START');
    expect([...names, ...given].filter((name) => !isSetting(name))).toEqual([]);
  });

  it('gives a stop as long as it takes, and asks for what a server needs', () => {
    expect(values['graceSeconds']).toBe(35);
    expect(values['resources']).toMatchObject({ requests: { memory: '256Mi' }, limits: { memory: '512Mi' } });
    const all = templates.join('\n');
    for (const kind of [
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
      'Job',
      'ServiceMonitor',
      'NetworkPolicy',
    ])
      expect(all).toContain(`kind: ${kind}\n`);
    for (const part of ['startupProbe', 'livenessProbe', 'readinessProbe', 'preStop', 'topologySpreadConstraints'])
      expect(all).toContain(`${part}:`);
    // A value of a release would be read by whoever may read releases.
    expect(all).not.toMatch(/^kind: Secret$/m);
  });

  if (CAN_RENDER_CHART)
    describe('rendered', () => {
      const renderer = new ChartRenderer();
      afterAll(() => renderer.end());
      const kindsOf = (manifests: readonly Manifest[]): readonly string[] => manifests.map(({ kind }) => kind).sort();
      const the = (kind: string, manifests: readonly Manifest[]): Manifest =>
        manifests.find((manifest) => manifest.kind === kind);

      it('is what its values say', () => {
        const manifests = renderer.render();
        expect(kindsOf(manifests)).toEqual([
          'Deployment',
          'HorizontalPodAutoscaler',
          'NetworkPolicy',
          'PodDisruptionBudget',
          'Service',
        ]);
        const { spec } = the('Deployment', manifests);
        // Those who look for the servers find them by what they are labelled with.
        for (const { matchLabels } of [
          spec.selector,
          the('PodDisruptionBudget', manifests).spec.selector,
          the('NetworkPolicy', manifests).spec.podSelector,
          spec.template.spec.topologySpreadConstraints[0].labelSelector,
        ])
          expect(spec.template.metadata.labels).toMatchObject(matchLabels);
        const service = the('Service', manifests).spec;
        expect(spec.template.metadata.labels).toMatchObject(service.selector);
        const [container] = spec.template.spec.containers;
        expect(service.ports.map((port: Manifest) => port.targetPort)).toEqual(
          container.ports.map(({ name }: Manifest) => name),
        );
        const env = Object.fromEntries(container.env.map((one: Manifest) => [one.name, one.value]));
        expect(env).toMatchObject({
          PORT: '3000',
          METRICS_PORT: '9464',
          JWT_SECRET_FILE: '/run/secrets/kontor/jwt-secret',
        });
        expect(Object.keys(env).filter((name) => !isSetting(name))).toEqual([]);
        expect(spec).not.toHaveProperty('replicas');
        expect(container.readinessProbe).toMatchObject({ periodSeconds: 3, failureThreshold: 5 });
      });

      it('has a Job that migrates, pullers, figures, a claim and callers where its values say so', () => {
        const manifests = renderer.render({
          migrate: 'job',
          autoscaling: { enabled: false },
          metrics: { port: 9464, serviceMonitor: true },
          pullSecrets: ['registry'],
          volumeClaim: 'documents',
          networkPolicy: { enabled: true, from: [{ podSelector: {} }] },
        });
        expect(kindsOf(manifests)).toEqual([
          'Deployment',
          'Job',
          'NetworkPolicy',
          'PodDisruptionBudget',
          'Service',
          'ServiceMonitor',
        ]);
        const { replicas, template } = the('Deployment', manifests).spec;
        expect([replicas, template.spec.imagePullSecrets]).toEqual([2, [{ name: 'registry' }]]);
        expect(template.spec.volumes[1]).toEqual({
          name: 'var',
          persistentVolumeClaim: { claimName: 'documents' },
        });
        expect(template.spec.containers[0].env).toContainEqual({ name: 'MIGRATE_AT_START', value: '0' });
        const job = the('Job', manifests).spec.template;
        expect(job.spec.containers[0].command).toEqual(['kontor', 'migrate']);
        // Nobody sends requests to what migrates.
        expect(job.metadata.labels).not.toMatchObject(the('Service', manifests).spec.selector);
        expect(the('NetworkPolicy', manifests).spec.ingress[0].from).toEqual([{ podSelector: {} }]);
      });

      it('tells no figures where there is no port for them', () => {
        const manifests = renderer.render({ metrics: { port: 0 }, networkPolicy: { enabled: false } });
        expect(kindsOf(manifests)).not.toContain('NetworkPolicy');
        expect(the('Service', manifests).spec.ports).toHaveLength(1);
        expect(JSON.stringify(manifests)).not.toContain('METRICS_PORT');
      });
    });
});

describe('the example for compose', () => {
  interface Service {
    readonly image?: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly secrets?: readonly string[];
    readonly volumes?: readonly string[];
    readonly [key: string]: unknown;
  }
  const { services, secrets } = parse(textOf('compose.yml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly secrets: Tree;
  };

  it('has a database, two servers behind a balancer, Prometheus and Grafana', () => {
    expect(Object.keys(services)).toEqual(['database', 'kontor-1', 'kontor-2', 'balancer', 'prometheus', 'grafana']);
  });

  it.each(Object.entries(services))('runs %s without rights, on a root that cannot be written', (_name, service) => {
    expect(service).toMatchObject({ restart: 'unless-stopped', read_only: true, cap_drop: ['ALL'] });
    expect((service.secrets ?? []).filter((name) => !(name in secrets))).toEqual([]);
  });

  it('names settings that there are, and secrets only as files', () => {
    for (const name of ['kontor-1', 'kontor-2']) {
      const given = Object.keys(services[name]?.environment ?? {});
      expect(given.filter((key) => !isSetting(key))).toEqual([]);
      expect(given.filter((key) => /PASSWORD|SECRET|KEY/.test(key) && !key.endsWith('_FILE'))).toEqual([]);
    }
  });

  it('asks each server for its figures where it tells them, and sends requests to both', () => {
    const port = services['kontor-1']?.environment?.['METRICS_PORT'];
    const asked = parse(textOf('prometheus.yml')) as { scrape_configs: [{ static_configs: [{ targets: string[] }] }] };
    expect(asked.scrape_configs[0].static_configs[0].targets).toEqual([`kontor-1:${port}`, `kontor-2:${port}`]);
    expect(asked).toMatchObject({ rule_files: ['/etc/prometheus/rules/*.rules.yml'] });
    expect(services['prometheus']?.volumes).toContain('./prometheus:/etc/prometheus/rules:ro');
    // Prometheus doesn't start with a file of rules that is none.
    const rules = readdirSync(join(DEPLOY, 'prometheus'));
    expect(rules).toEqual([expect.stringMatching(/\.rules\.yml$/)]);
    for (const file of rules) expect(Object.keys(parse(textOf(`prometheus/${file}`)) as object)).toEqual(['groups']);
    const backends = textOf('balancer.cfg')
      .split(/^backend /m)
      .slice(1);
    expect(backends.map((text) => text.match(/^ +server \S+ \S+/gm))).toEqual(
      ['servers', 'unready'].map(() => ['    server kontor-1 kontor-1:3000', '    server kontor-2 kontor-2:3000']),
    );
  });
});

describe('the Dockerfile', () => {
  const text = textOf('Dockerfile');

  it('has a user by number, tells its version and revision, and runs no script of a package', () => {
    expect(text).toMatch(/^USER 1000:1000$/m);
    for (const label of ['version', 'revision']) expect(text).toContain(`org.opencontainers.image.${label}=`);
    expect(text.match(/npm (?:ci|install).*/g)).toEqual([expect.stringContaining('--ignore-scripts')]);
    // It would have to be fetched from elsewhere.
    expect(text).not.toMatch(/^# *syntax=/m);
    expect(text).toContain('chown 1000:0 var && chmod 770 var');
  });
});
