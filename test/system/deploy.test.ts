import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { ROOMS } from '../../src/app.module.js';
import { readSettings } from '../../src/config/config.js';
import { CAN_RENDER_CHART, ChartRenderer, type Manifest } from '../support/chart.js';

const DEPLOY = join(__dirname, '..', '..', 'deploy');
const CHART = join(DEPLOY, 'chart');
const textOf = (...path: readonly string[]): string => readFileSync(join(DEPLOY, ...path), 'utf8');

type Tree = Readonly<Record<string, unknown>>;
const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Tree | undefined)?.[key], tree);

/** Existing settings. Each can also be read from a file (`_FILE`). */
const SETTINGS = new Set([
  ...[...textOf('..', '.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
  'METRICS_PORT',
]);
const isSetting = (name: string): boolean => SETTINGS.has(name) || SETTINGS.has(name.replace(/_FILE$/, ''));

/** Replaces a program that needs a cluster, and records its arguments. */
const STANDS_IN = `#!/bin/sh
printf '%s\\n' "$@" > "$FOLDER/$(basename "$0")"
`;

/** Runs the documented commands that install the chart. */
const runDocumented = (page: string): { readonly folder: string } => {
  const [, commands = ''] = /```sh\n((?:(?!```)[^])*helm install[^]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'kontor-documented-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'secret'));
  for (const name of ['kubectl', 'helm']) writeFileSync(join(folder, 'bin', name), STANDS_IN, { mode: 0o755 });
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  execFileSync('sh', ['-e', '-c', commands], { cwd: join(DEPLOY, '..'), env: { PATH, FOLDER: folder } });
  const kubectl = readFileSync(join(folder, 'kubectl'), 'utf8').trimEnd().split('\n');
  expect(kubectl.slice(0, 4)).toEqual(['create', 'secret', 'generic', 'kontor']);
  for (const word of kubectl.slice(4)) {
    const [, key = '', text = ''] = /^--from-literal=([^=]+)=(.*)$/.exec(word) ?? [];
    writeFileSync(join(folder, 'secret', key), text);
  }
  return { folder };
};

/** The values of `--set a.b=c`. */
const valuesOf = (words: readonly string[]): Tree => {
  const values: Record<string, Record<string, string>> = {};
  for (const [place, word] of words.entries()) {
    if (words[place - 1] !== '--set') continue;
    const [, top = '', key = '', value = ''] = /^(\w+)\.(\w+)=(.*)$/.exec(word) ?? [];
    values[top] = { ...values[top], [key]: value };
  }
  return values;
};

describe('the chart', () => {
  const values = parse(textOf('chart', 'values.yaml')) as Tree;
  const schema = JSON.parse(textOf('chart', 'values.schema.json')) as Tree;
  const isValid = new Ajv({ strict: false }).compile(schema);
  const templates = readdirSync(join(CHART, 'templates')).map((name) => textOf('chart', 'templates', name));

  /** Settings without a default. */
  const given = { PUBLIC_BASE_URL: 'https://prices.example', STORAGE_URL: 's3://documents' };
  const settings = { ...(values['settings'] as Tree), ...given };

  it('has values that match its schema once the required settings are added', () => {
    isValid({ ...values, settings });
    expect(isValid.errors).toBeNull();
    expect(isValid(values)).toBe(false);
  });

  it('has the version of the product', () => {
    const { version } = JSON.parse(textOf('..', 'package.json')) as Tree;
    expect(parse(textOf('chart', 'Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  describe('with files of documents in each pod', () => {
    const local = { ...settings, STORAGE_URL: undefined };
    const fixed = { autoscaling: { enabled: false } };

    it.each([
      ['with autoscaling', { settings: local }],
      ['with two servers', { settings: local, replicas: 2, ...fixed }],
      [
        'with a folder as STORAGE_URL and three servers',
        { settings: { ...settings, STORAGE_URL: 'file:var/documents' }, replicas: 3, ...fixed },
      ],
    ])('is rejected %s', (_what, wrong) => {
      expect(isValid(JSON.parse(JSON.stringify({ ...values, ...wrong })))).toBe(false);
    });

    it.each([
      ['one server', { settings: local, replicas: 1, ...fixed }],
      ['one server at most', { settings: local, autoscaling: { enabled: true, min: 1, max: 1, cpuPercent: 70 } }],
      ['a shared claim', { settings: local, volumeClaim: 'documents' }],
      ['object storage', { settings }],
    ])('is accepted with %s', (_what, right) => {
      isValid(JSON.parse(JSON.stringify({ ...values, ...right })));
      expect(isValid.errors).toBeNull();
    });
  });

  it.each([
    ['an unknown value', { replica: 3 }],
    ['no servers', { replicas: 0 }],
    ['no Secret', { secretName: '' }],
    ['no public URL', { settings: { ...settings, PUBLIC_BASE_URL: undefined } }],
    ['an invalid public URL', { settings: { ...settings, PUBLIC_BASE_URL: 'prices.example' } }],
    ['no secret for tokens', { secretKeys: { ADMIN_PASSWORD: 'admin-password' } }],
    ['an administrator without a password', { secretKeys: { JWT_SECRET: 'jwt-secret' } }],
    ['a password without an administrator', { settings: { ...settings, ADMIN_USERNAME: undefined } }],
    ['a secret among the settings', { settings: { ...settings, JWT_SECRET: 'x' } }],
    ['a password in the database URL', { settings: { ...settings, DATABASE_URL: 'mysql://k:secret@h/k' } }],
    ['SQLite, which several servers cannot share', { settings: { ...settings, DATABASE_URL: 'sqlite:var/k' } }],
    ['a grace period that is too short', { graceSeconds: 5 }],
    ['an unknown way of migrating', { migrate: 'never' }],
    ['metrics on the port of the API', { metrics: { port: 3000 } }],
  ])('rejects %s', (_what, wrong) => {
    expect(isValid(JSON.parse(JSON.stringify({ ...values, settings, ...wrong })))).toBe(false);
  });

  it('uses only values of its schema, and all top-level values', () => {
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

  it('closes all template blocks and includes all defined templates', () => {
    for (const text of templates) {
      const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
      expect(count(/\{\{-? end \}\}/g)).toBe(count(/\{\{-? (?:if|range|with|define) /g));
    }
    const all = templates.join('\n');
    const defined = [...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name);
    const included = [...all.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(included)].sort()).toEqual(defined.sort());
  });

  it('sets only existing settings', () => {
    const names = templates.flatMap((text) =>
      [...text.matchAll(/- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name = '']) => name),
    );
    const named = ['settings', 'secretKeys'].flatMap((key) => Object.keys(values[key] as Tree));
    expect(names).toContain('MIGRATE_AT_START');
    expect([...names, ...named].filter((name) => !isSetting(name))).toEqual([]);
  });

  it('has the grace period, resources, kinds and probes that a server needs', () => {
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
      'Ingress',
    ])
      expect(all).toContain(`kind: ${kind}\n`);
    for (const part of ['startupProbe', 'livenessProbe', 'readinessProbe', 'preStop', 'topologySpreadConstraints'])
      expect(all).toContain(`${part}:`);
    // Everyone who can read releases could read its values.
    expect(all).not.toMatch(/^kind: Secret$/m);
  });

  if (CAN_RENDER_CHART)
    describe('rendered', () => {
      const renderer = new ChartRenderer();
      afterAll(() => renderer.end());
      const kindsOf = (manifests: readonly Manifest[]): readonly string[] => manifests.map(({ kind }) => kind).sort();
      const the = (kind: string, manifests: readonly Manifest[]): Manifest =>
        manifests.find((manifest) => manifest.kind === kind);
      /** The environment of the server. */
      const environmentOf = (manifests: readonly Manifest[]): Readonly<Record<string, string>> =>
        Object.fromEntries(
          the('Deployment', manifests).spec.template.spec.containers[0].env.map((one: Manifest) => [
            one.name,
            one.value,
          ]),
        );

      it('has the objects, labels and environment of its default values', () => {
        const manifests = renderer.render({ settings: given });
        expect(kindsOf(manifests)).toEqual([
          'Deployment',
          'HorizontalPodAutoscaler',
          'NetworkPolicy',
          'PodDisruptionBudget',
          'Service',
        ]);
        const { spec } = the('Deployment', manifests);
        // All selectors match the labels of the pods.
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
        const env = environmentOf(manifests);
        expect(env).toMatchObject({
          PORT: '3000',
          METRICS_PORT: '9464',
          JWT_SECRET_FILE: '/run/secrets/kontor/jwt-secret',
        });
        expect(Object.keys(env).filter((name) => !isSetting(name))).toEqual([]);
        expect(spec).not.toHaveProperty('replicas');
        expect(container.readinessProbe).toMatchObject({ periodSeconds: 3, failureThreshold: 5 });
      });

      it('has a migration Job, pull secrets, metrics, a claim and allowed callers if configured', () => {
        const manifests = renderer.render({
          settings: given,
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
        // The Service must not send requests to the Job.
        expect(job.metadata.labels).not.toMatchObject(the('Service', manifests).spec.selector);
        expect(the('NetworkPolicy', manifests).spec.ingress[0].from).toEqual([{ podSelector: {} }]);
      });

      it('opens the metrics port only to the scraper, or to no pod', () => {
        const ingress = (metrics: object): readonly Manifest[] =>
          the('NetworkPolicy', renderer.render({ settings: given, metrics })).spec.ingress;
        const [requests, figures] = ingress({});
        expect(requests).toEqual({ ports: [{ port: 'http' }] });
        expect(figures).toEqual({
          ports: [{ port: 'metrics' }],
          from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        });
        expect(ingress({ from: [] })).toEqual([{ ports: [{ port: 'http' }] }]);
        expect(ingress({ port: 0 })).toEqual([{ ports: [{ port: 'http' }] }]);
      });

      it('has an Ingress for the public URL if configured', () => {
        const ingress = { enabled: true, className: 'nginx', annotations: { 'a/b': 'c' }, tlsSecret: 'prices-tls' };
        const PUBLIC_BASE_URL = 'https://prices.example:8443/shop';
        const made = the('Ingress', renderer.render({ settings: { ...given, PUBLIC_BASE_URL }, ingress }));
        expect(made.metadata.annotations).toEqual({ 'a/b': 'c' });
        expect(made.spec).toEqual({
          ingressClassName: 'nginx',
          tls: [{ secretName: 'prices-tls', hosts: ['prices.example'] }],
          rules: [
            {
              host: 'prices.example',
              http: {
                paths: [
                  {
                    path: '/shop',
                    pathType: 'Prefix',
                    backend: { service: { name: 'trial', port: { name: 'http' } } },
                  },
                ],
              },
            },
          ],
        });
        const plain = the('Ingress', renderer.render({ settings: given, ingress: { enabled: true } }));
        expect(plain.spec.rules[0].http.paths[0].path).toBe('/');
      });

      it('applies configured placement and annotations to its pods', () => {
        const placing = {
          nodeSelector: { disk: 'ssd' },
          tolerations: [{ key: 'shop', operator: 'Exists' }],
          affinity: { podAntiAffinity: {} },
        };
        const annotated = { annotations: { of: 'deployment' }, podAnnotations: { of: 'pods' } };
        const manifests = renderer.render({ settings: given, migrate: 'job', ...placing, ...annotated });
        const { metadata, spec } = the('Deployment', manifests);
        expect(metadata.annotations).toEqual({ of: 'deployment' });
        expect(spec.template.metadata.annotations).toMatchObject({ of: 'pods' });
        for (const pod of [spec.template.spec, the('Job', manifests).spec.template.spec])
          expect(pod).toMatchObject({ ...placing, enableServiceLinks: false });
      });

      it('starts new pods when the Secret changes', () => {
        const podOf = (values_: object, version?: string): Manifest =>
          the('Deployment', renderer.render({ settings: given, ...values_ }, version)).spec.template;
        expect(podOf({}, '17')).toEqual(podOf({}, '17'));
        if (renderer.knowsSecrets) expect(podOf({}, '17')).not.toEqual(podOf({}, '18'));
        expect(podOf({ secretRevision: 'a' })).not.toEqual(podOf({ secretRevision: 'b' }));
      });

      it('passes settings in the format that the server reads', () => {
        const typed = {
          OAUTH_SHA1: true,
          API_DOCS: 'off',
          PRICE_LOG_ENTRIES: 1_000_000,
          OTEL_TRACES_SAMPLER_ARG: 0.25,
        };
        const env = environmentOf(renderer.render({ settings: { ...given, ...typed } }));
        expect(env).toMatchObject({
          OAUTH_SHA1: '1',
          API_DOCS: 'off',
          PRICE_LOG_ENTRIES: '1000000',
          OTEL_TRACES_SAMPLER_ARG: '0.25',
        });
      });

      it('can be installed with the documented commands', () => {
        const { folder } = runDocumented(textOf('..', 'docs', 'operations.md'));
        try {
          const arguments_ = readFileSync(join(folder, 'helm'), 'utf8').trimEnd().split('\n');
          expect(arguments_.slice(0, 3)).toEqual(['install', 'kontor', 'deploy/chart']);
          const set = valuesOf(arguments_);
          isValid({ ...values, ...set, settings: { ...(values['settings'] as Tree), ...(set['settings'] as Tree) } });
          expect(isValid.errors).toBeNull();
          const told = environmentOf(renderer.render(set));
          const inPod = Object.entries(told).map(([name, value]) => [
            name,
            value.replace('/run/secrets/kontor', join(folder, 'secret')),
          ]);
          // Throws if the server would reject the settings.
          expect(readSettings(Object.fromEntries(inPod), ROOMS)).toMatchObject({
            ADMIN_USERNAME: 'admin',
            ADMIN_PASSWORD: 'another password',
            databaseAddress: 'mysql://kontor:a%20password@mariadb:3306/kontor',
          });
        } finally {
          rmSync(folder, { recursive: true });
        }
      });

      it('exposes no metrics without a metrics port', () => {
        const manifests = renderer.render({ settings: given, metrics: { port: 0 }, networkPolicy: { enabled: false } });
        expect(kindsOf(manifests)).not.toContain('NetworkPolicy');
        expect(the('Service', manifests).spec.ports).toHaveLength(1);
        expect(JSON.stringify(manifests)).not.toContain('METRICS_PORT');
      });
    });
});

describe('the Compose example', () => {
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

  it.each(Object.entries(services))('runs %s without capabilities and on a read-only root', (_name, service) => {
    expect(service).toMatchObject({ restart: 'unless-stopped', read_only: true, cap_drop: ['ALL'] });
    expect((service.secrets ?? []).filter((name) => !(name in secrets))).toEqual([]);
  });

  it('sets only existing settings, and secrets only as files', () => {
    for (const name of ['kontor-1', 'kontor-2']) {
      const given = Object.keys(services[name]?.environment ?? {});
      expect(given.filter((key) => !isSetting(key))).toEqual([]);
      expect(given.filter((key) => /PASSWORD|SECRET|KEY/.test(key) && !key.endsWith('_FILE'))).toEqual([]);
    }
  });

  it('scrapes the metrics port of both servers and balances requests to both', () => {
    const port = services['kontor-1']?.environment?.['METRICS_PORT'];
    const asked = parse(textOf('prometheus.yml')) as { scrape_configs: [{ static_configs: [{ targets: string[] }] }] };
    expect(asked.scrape_configs[0].static_configs[0].targets).toEqual([`kontor-1:${port}`, `kontor-2:${port}`]);
    expect(asked).toMatchObject({ rule_files: ['/etc/prometheus/rules/*.rules.yml'] });
    expect(services['prometheus']?.volumes).toContain('./prometheus:/etc/prometheus/rules:ro');
    // Prometheus does not start with an invalid rules file.
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

  it('sets a numeric user, a version and a revision, and runs no package scripts', () => {
    expect(text).toMatch(/^USER 1000:1000$/m);
    for (const label of ['version', 'revision']) expect(text).toContain(`org.opencontainers.image.${label}=`);
    expect(text.match(/npm (?:ci|install).*/g)).toEqual([expect.stringContaining('--ignore-scripts')]);
    // The build would have to download the named syntax.
    expect(text).not.toMatch(/^# *syntax=/m);
    expect(text).toContain('chown 1000:0 var && chmod 770 var');
  });
});
