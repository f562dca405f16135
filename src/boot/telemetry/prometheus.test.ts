import { Counter, Gauge, Histogram } from '../../../libs/kernel/index.js';
import { PrometheusMetrics } from './prometheus.js';

describe('PrometheusMetrics', () => {
  const requests = new Counter({ name: 'requests_total', help: 'Requests', labels: ['operation', 'status'] });
  const open = new Gauge({ name: 'open', help: 'Open ones' });
  const seconds = new Histogram({ name: 'seconds', help: 'Seconds', labels: ['of'], bounds: [0.1, 1] });
  const all = [requests, open, seconds];
  const lines = async (metrics: PrometheusMetrics): Promise<readonly string[]> =>
    (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

  it('prints counters, gauges and histograms by label', async () => {
    const metrics = new PrometheusMetrics(all).begin();
    requests.add(1, 'a', '200');
    requests.add(2, 'a', '200');
    requests.add(1, 'say "so"\\', '404');
    open.set(5);
    open.set(3);
    for (const value of [0.1, 0.5, 1, 7]) seconds.observe(value, 'x');
    metrics.close();
    requests.add(100, 'a', '200');
    expect(await lines(metrics)).toEqual([
      'requests_total{operation="a",status="200"} 3',
      'requests_total{operation="say \\"so\\"\\\\",status="404"} 1',
      'open 3',
      'seconds_bucket{le="0.1",of="x"} 1',
      'seconds_bucket{le="1",of="x"} 3',
      'seconds_bucket{le="+Inf",of="x"} 4',
      'seconds_sum{of="x"} 8.6',
      'seconds_count{of="x"} 4',
    ]);
    expect(await metrics.text()).toContain('# HELP seconds Seconds\n# TYPE seconds histogram\n');
  });

  it('prints 0 for known label values that have not occurred yet', async () => {
    const scans = new Counter({ name: 'scans_total', help: 'Scans', labels: ['state'], values: ['clean', 'infected'] });
    const metrics = new PrometheusMetrics([scans]).begin();
    scans.add(1, 'infected');
    expect(await lines(metrics)).toEqual(['scans_total{state="clean"} 0', 'scans_total{state="infected"} 1']);
  });

  it('adds the counts of running and finished workers, but not their gauges', async () => {
    const worker = new PrometheusMetrics(all).begin();
    requests.add(4, 'a', '200');
    seconds.observe(0.5, 'x');
    open.set(9);
    // Serialized, as it arrives from another process.
    const counted = JSON.parse(JSON.stringify(worker.counted())) as ReturnType<PrometheusMetrics['counted']>;
    const server = new PrometheusMetrics(all).begin();
    requests.add(1, 'a', '200');
    seconds.observe(2, 'x');
    const sum = [
      'requests_total{operation="a",status="200"} 5',
      'open 0',
      'seconds_bucket{le="0.1",of="x"} 0',
      'seconds_bucket{le="1",of="x"} 1',
      'seconds_bucket{le="+Inf",of="x"} 2',
      'seconds_sum{of="x"} 2.5',
      'seconds_count{of="x"} 2',
    ];
    server.workerReported('w', counted);
    server.workerReported('w', counted);
    expect((await lines(server)).toSorted()).toEqual(sum.toSorted());
    await server.workerEnded('w');
    expect((await lines(server)).toSorted()).toEqual(sum.toSorted());
    server.workerReported('another', counted);
    expect(await lines(server)).toContain('requests_total{operation="a",status="200"} 9');
    server.close();
  });
});
