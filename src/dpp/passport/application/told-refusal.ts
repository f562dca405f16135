import { type Fault, InputRefused } from '../../../../libs/kernel/index.js';
import { RowRefused } from '../../../../libs/records/index.js';

/** A row that the database refused, as a refusal of the input; `said` may put it in other words. */
export const told = async <T>(work: () => Promise<T>, said: (fault: Fault) => Fault = (fault) => fault): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowRefused) {
      const [first, ...more] = error.faults;
      throw new InputRefused(said(first), ...more.map(said));
    }
    throw error;
  }
};
