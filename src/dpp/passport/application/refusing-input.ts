import { type Fault, InputRefused } from '../../../../libs/kernel/index.js';
import { RowRefused } from '../../../../libs/records/index.js';

/** Turns a constraint violation into a refusal of the input. `said` can reword the message. */
export const refusingInput = async <T>(
  work: () => Promise<T>,
  said: (fault: Fault) => Fault = (fault) => fault,
): Promise<T> => {
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
