import { beginSpan, currentSpan, inSpan, inSpanIfWaiting, type OpenSpan, traceBy, traceHeaders } from './spans.js';

/** Records the events of each span. */
const tracing = (): string[] => {
  const log: string[] = [];
  traceBy({
    begin: (name): OpenSpan => ({
      context: { traceId: 't', spanId: name },
      within: (work) => {
        log.push(`within ${name}`);
        return work();
      },
      tell: () => undefined,
      end: (error) => void log.push(`end ${name}${error === undefined ? '' : ` ${(error as Error).message}`}`),
    }),
    context: () => ({ traceId: 't', spanId: 's' }),
    headers: () => ({ traceparent: 'of the trace' }),
  });
  return log;
};

describe('spans', () => {
  afterEach(() => traceBy(undefined));

  it('do nothing without a tracer', () => {
    expect(inSpan('a', () => 1)).toBe(1);
    expect(inSpanIfWaiting('a', () => 1)).toBe(1);
    expect([beginSpan('a'), currentSpan(), traceHeaders()]).toEqual([undefined, undefined, {}]);
  });

  it('end with their synchronous or asynchronous work and report its error', async () => {
    const log = tracing();
    inSpan('now', () => 1);
    const later = inSpan('later', () => Promise.resolve(2));
    expect(log).toEqual(['within now', 'end now', 'within later']);
    expect(await later).toBe(2);
    expect(() =>
      inSpan('throws', () => {
        throw new Error('why');
      }),
    ).toThrow('why');
    await expect(inSpan('rejects', () => Promise.reject(new Error('how')))).rejects.toThrow('how');
    expect(log.slice(3)).toEqual(['end later', 'within throws', 'end throws why', 'within rejects', 'end rejects how']);
  });

  it('are recorded by inSpanIfWaiting() only for asynchronous work', async () => {
    const log = tracing();
    expect(inSpanIfWaiting('known', () => 1)).toBe(1);
    expect(() =>
      inSpanIfWaiting('missing', () => {
        throw new Error('to be loaded');
      }),
    ).toThrow('to be loaded');
    await inSpanIfWaiting('loaded', () => Promise.resolve());
    expect(log.filter((line) => line.startsWith('end'))).toEqual(['end loaded']);
  });

  it('are passed to other servers in headers', () => {
    tracing();
    expect(traceHeaders()).toEqual({ traceparent: 'of the trace' });
    expect(currentSpan()).toEqual({ traceId: 't', spanId: 's' });
  });
});
