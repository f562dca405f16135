import { type Fault, InputRefused, plain, type Refusal, say } from '../../../libs/kernel/index.js';

/** What a service said of a row, with the file's columns in place of the record's fields. */
export const refused = (refusal: Refusal, columnOf: Readonly<Record<string, string>>): string => {
  if (!(refusal instanceof InputRefused)) return refusal.message;
  const told = (fault: Fault): string =>
    plain(say(fault.kind === 'sentence' ? fault : { ...fault, field: columnOf[fault.field] ?? fault.field }));
  return refusal.faults.map(told).join(' ');
};
