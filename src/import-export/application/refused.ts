import { type Fault, InputRefused, plain, type Refusal, say } from '../../../libs/kernel/index.js';

/** The refusal of a service for a row, with the file's column names instead of field names. */
export const refused = (refusal: Refusal, columnOf: Readonly<Record<string, string>>): string => {
  if (!(refusal instanceof InputRefused)) return refusal.message;
  const textOf = (fault: Fault): string =>
    plain(say(fault.kind === 'sentence' ? fault : { ...fault, field: columnOf[fault.field] ?? fault.field }));
  return refusal.faults.map(textOf).join(' ');
};
