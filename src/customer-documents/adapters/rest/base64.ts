import { InputRefused, sentence } from '../../../../libs/kernel/index.js';

export const notBase64 = (): InputRefused =>
  new InputRefused(
    sentence(
      'The data of the file is no strict base64: send the letters of RFC 4648 with their padding, without line breaks.',
      { fieldName: 'base64_encoded_data' },
      'base64_encoded_data',
    ),
  );

const LETTERS = /^[A-Za-z0-9+/]*$/;
/** Of the last group; the bits that no byte takes are 0. */
const LAST_GROUP = /^(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;

/** Decodes strict base64 that comes in pieces (documents-files.md); all but the last group as soon as it is there. */
export async function* fromBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, void> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1');
    // At least one letter stays: the last group may hold padding.
    const whole = text.length === 0 ? 0 : text.length - (((text.length - 1) % 4) + 1);
    const ready = text.slice(0, whole);
    if (!LETTERS.test(ready)) throw notBase64();
    rest = text.slice(whole);
    if (ready !== '') yield Buffer.from(ready, 'base64');
  }
  if (!LAST_GROUP.test(rest)) throw notBase64();
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
