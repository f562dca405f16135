const ROWS = Array.from({ length: 5_000 }, (_, at) => ({ sku: `SKU-${at}`, price: at / 100, codes: [at, `ä${at}`] }));
const ROUNDS = 7;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Processor time of this thread so far, in milliseconds. Other threads and processes of the machine do not count. */
export const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest processor time between two turns of the event loop while `work` runs, in milliseconds. */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [isOver, longest] = [false, 0];
  let before = workedMs();
  const look = (): void => {
    const now = workedMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  look();
  await work().finally(() => (isOver = true));
  return longest;
};

/** Processor time of the reference work, in milliseconds: about 10 on two cores of 2024. */
const referenceMs = (): number =>
  median(
    Array.from({ length: ROUNDS }, () => {
      const began = workedMs();
      for (let time = 0; time < 4; time += 1) JSON.parse(JSON.stringify(ROWS));
      return workedMs() - began;
    }),
  );

/**
 * A time as a multiple of the reference work, measured here and now, so that it is the same on fast and slow machines.
 */
export const inReferences = async (measure: () => Promise<number>): Promise<number> => {
  const before = referenceMs();
  const ms = await measure();
  return ms / Math.max(before, referenceMs());
};

/** Processor time of `work` as a multiple of `reference`: the median of rounds in which both alternate. */
export const timesAsLong = async (work: () => Promise<unknown>, reference: () => Promise<unknown>): Promise<number> => {
  const took = async (one: () => Promise<unknown>): Promise<number> => {
    const began = workedMs();
    await one();
    return workedMs() - began;
  };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ms = await took(reference);
    ratios.push((await took(work)) / ms);
  }
  return median(ratios);
};
