import { type Fault, plain, say } from '../../../../libs/kernel/index.js';
import { answerFaults, type RegistryAnswer, stepFault } from './answer.js';

const textOf = (fault: Fault): string => plain(say(fault));
const NOW = new Date('2027-03-01T12:00:00Z');
const registered: RegistryAnswer = {
  upi: 'https://prices.example/01/09524000010018',
  version: 1,
  passportId: null,
  state: 'registered',
  id: 'R-1',
  at: NOW,
  message: null,
  proof: null,
};
const rejected: RegistryAnswer = { ...registered, state: 'rejected', id: null, message: 'Wrong UPI.' };
const faults = (answer: RegistryAnswer) => answerFaults(answer, 'answers[0]', NOW).map(textOf);

describe('a response of the registry', () => {
  it.each([[registered], [rejected]])('has no fault if it is complete', (answer) => expect(faults(answer)).toEqual([]));

  it.each([
    [{ ...registered, id: null }, 'A registered version needs the ID'],
    [{ ...registered, message: 'x' }, 'Only a rejected version can have a "message"'],
    [{ ...rejected, message: null }, 'A rejected version needs the message'],
    [{ ...rejected, id: 'R-1' }, 'A rejected version cannot have an "id" or a "proof"'],
    [{ ...registered, at: new Date('2027-03-01T12:06:00Z') }, '"at" is in the future'],
  ] as const)('is rejected: %j', (answer, text) => expect(faults(answer)).toEqual([expect.stringContaining(text)]));

  it.each([
    ['pending', null, registered, 'has not been exported'],
    ['exported', null, registered, undefined],
    ['registered', 'R-1', registered, undefined],
    ['registered', 'R-2', registered, 'is already registered as R-2'],
    ['registered', 'R-1', rejected, 'is already registered as R-1'],
    ['rejected', null, registered, undefined],
  ] as const)('to an entry with the state %s (%s) is checked', (state, registrationId, answer, text) => {
    const fault = stepFault({ state, registrationId }, answer, 'answers[0]');
    if (text === undefined) expect(fault).toBeUndefined();
    else expect(fault && textOf(fault)).toContain(text);
  });
});
