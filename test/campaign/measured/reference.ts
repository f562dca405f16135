const WORK = Array.from({ length: 5_000 }, (_, at) => ({ sku: `SKU-${at}`, price: at / 100, codes: [at, `ä${at}`] }));

/**
 * Time of the reference work here and now, in milliseconds; about 10 on two idle cores of 2024. Limits are multiples of
 * it, so that they hold on every machine.
 */
export const referenceMs = (): number => {
  const took = Array.from({ length: 15 }, () => {
    const began = performance.now();
    for (let time = 0; time < 4; time += 1) JSON.parse(JSON.stringify(WORK));
    return performance.now() - began;
  });
  return took.toSorted((a, b) => a - b)[7] ?? 0;
};

/** Prints a measured value with the limit of its test. */
export const tell = (what: string, figure: number, limit: number): void => {
  process.stdout.write(`${what}: ${figure.toFixed(2)} (less than ${limit})\n`);
};
