const WORK = Array.from({ length: 5_000 }, (_, at) => ({ sku: `SKU-${at}`, price: at / 100, codes: [at, `ä${at}`] }));

/**
 * How long a fixed piece of work takes here and now, in milliseconds; on two cores of 2024 without other load about 10.
 * A limit is a multiple of it, so that it holds on every machine.
 */
export const referenceMs = (): number => {
  const took = Array.from({ length: 15 }, () => {
    const began = performance.now();
    for (let time = 0; time < 4; time += 1) JSON.parse(JSON.stringify(WORK));
    return performance.now() - began;
  });
  return took.toSorted((a, b) => a - b)[7] ?? 0;
};

/** Tells a figure of a measurement, beside the limit that the test holds it to. */
export const tell = (what: string, figure: number, limit: number): void => {
  process.stdout.write(`${what}: ${figure.toFixed(2)} (less than ${limit})\n`);
};
