import { Gauge, type MetricGroup } from '../libs/kernel/index.js';
import { REVISION, VERSION } from '../src/config/version.js';

const BUILD = new Gauge({
  name: 'kontor_build_info',
  help: 'Always 1; the labels name the version of Kontor, its revision and the version of Node',
  labels: ['version', 'revision', 'node'],
});

export const BUILD_INFO: MetricGroup<unknown> = {
  metrics: [BUILD],
  observe: () => BUILD.set(1, VERSION, REVISION, process.versions.node),
};
