import fc from 'fast-check';
import { asByteText, ByteWriter } from './byte-writer.js';

it('ByteWriter appends texts in UTF-8, whatever its initial size', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 })), fc.nat(40), (texts, size) => {
      const writer = new ByteWriter(size);
      for (const text of texts) writer.write(asByteText(text));
      expect(writer.written.toString()).toBe(texts.join(''));
    }),
  ));
