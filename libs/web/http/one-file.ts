import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { InputRefused, missing, sentence, type TooLarge, unsupported } from '../../kernel/index.js';
import { discard } from './body-reader.js';
import { encodedFileName } from './sent-file-name.js';
import { requestContextIfAny } from '../http-request-context.js';
import { BodyRefused, CallerGone } from '../wire-errors.js';

/** The file of a form: its name as sent, and its bytes as they arrive. */
interface SentFile {
  readonly name: string;
  /** Ends when the whole form has arrived with nothing else in it; otherwise throws the error. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The text of the additional field `also`, once the whole form has arrived. */
  readonly also: () => string | undefined;
}

interface OneFileOptions {
  readonly field: string;
  /** An additional text field, and its limit in bytes. */
  readonly also?: { readonly field: string; readonly maxBytes: number; readonly tooLarge: TooLarge };
  /** Limit of the whole body in bytes, including the form's own lines. */
  readonly maxBytes: number;
  /** The error for a body that announces or contains more bytes. */
  readonly tooLarge: TooLarge;
}

const MALFORMED = 'Decoding error.';

const fieldLimit = (also: OneFileOptions['also']) => (also ? { fieldSize: also.maxBytes } : {});

const asForm = (request: Request, also: OneFileOptions['also']): BusboyInstance => {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      // A path in a name is rejected later instead of being removed.
      preservePath: true,
      limits: {
        fields: also ? 2 : 1,
        parts: also ? 3 : 2,
        ...fieldLimit(also),
        headerSize: 16 * 1024,
        headerPairs: 50,
      },
    });
  } catch {
    throw new BodyRefused(MALFORMED);
  }
};

/** The internal parser of the form reader. Its listeners are called in order with the same headers. */
interface PartEvents {
  readonly _parser: {
    readonly parser: {
      prependListener(event: 'part', listener: (part: PartHeaders) => void): void;
    };
  };
}

interface PartHeaders {
  on(event: 'header', listener: (header: Record<string, string[] | undefined>) => void): void;
}

/** Receives encoded file names, which the form reader does not decode, before the event of their part. */
const onEncodedName = (form: BusboyInstance, take: (filename: string | undefined) => void): void => {
  (form as unknown as PartEvents)._parser.parser.prependListener('part', (part) => {
    part.on('header', (header) => {
      const sent = header['content-disposition'];
      const found = encodedFileName(sent?.[0] ?? '');
      if (sent && found) sent[0] = found.plain;
      take(found?.filename);
    });
  });
};

/**
 * Reads a `multipart/form-data` body with exactly one file, without buffering it. `take` receives the file as soon as
 * its name is known and reads it at its own pace.
 */
export const readOneFile = <T>(
  request: Request,
  { field, also, maxBytes, tooLarge }: OneFileOptions,
  take: (file: SentFile) => Promise<T>,
): Promise<T> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    discard(request);
    return Promise.reject(tooLarge);
  }
  return new Promise<T>((resolve, reject) => {
    if (request.destroyed) {
      reject(new CallerGone());
      return;
    }
    const form = asForm(request, also);
    let text: string | undefined;
    let taken: Promise<T> | undefined;
    let fault: Error | undefined;
    let over: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
    const whole = new Promise<void>((done, failed) => (over = { resolve: done, reject: failed }));
    whole.catch(() => undefined);

    let size = 0;
    /** Counts all data, including the ignored data before and after the parts. */
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      watched?.passed(chunk.length);
      if (size > maxBytes) refuse(tooLarge);
    };
    const stop = (): void => {
      watched?.done();
      request.unpipe(form);
      request.off('data', onData).off('close', onGone).off('error', onGone);
    };
    /** Stops at the first error and discards the rest. */
    const refuse = (error: Error): void => {
      if (fault) return;
      fault = error;
      stop();
      discard(request);
      over?.reject(error);
      if (!taken) reject(error);
    };
    /** A completely received request also closes, possibly before everything is read. */
    const onGone = (): void => {
      if (!request.complete) refuse(new CallerGone());
    };
    const watched = requestContextIfAny(request)?.bodies.watch(request, 'upload', refuse);
    const only = (): Error =>
      also
        ? InputRefused.sentence(
            'The form contains unexpected parts. Send one file in the part "%fieldName", at most one text in the part "%also", and nothing else.',
            { fieldName: field, also: also.field },
          )
        : InputRefused.sentence(
            'The form contains unexpected parts. Send one file in the part "%fieldName" and nothing else.',
            {
              fieldName: field,
            },
          );

    /** The error for another part; a part may have no name. */
    const other = (name: string | undefined): Error =>
      name === undefined || name === also?.field ? only() : new InputRefused(unsupported(name));

    async function* bytesOf(part: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      try {
        for await (const chunk of part) yield chunk;
      } catch (error) {
        throw fault ?? error;
      }
      await whole;
    }

    let encoded: string | undefined;
    onEncodedName(form, (found) => (encoded = found));
    form.on('file', (name: string | undefined, part, plain: string | undefined) => {
      const filename = encoded ?? plain;
      // Prevents an unhandled error if the reader stops.
      part.on('error', () => undefined);
      if (name !== field || filename === undefined || taken) {
        part.resume();
        refuse(name === field ? only() : also && name === also.field ? noFile(also.field) : other(name));
        return;
      }
      // The replacement character means that the name was not valid UTF-8.
      if (filename.includes('\uFFFD')) {
        part.resume();
        refuse(new BodyRefused(MALFORMED));
        return;
      }
      // An error elsewhere in the form aborts reading this part.
      whole.catch((error: Error) => part.destroy(error));
      taken = take({ name: filename, bytes: bytesOf(part), also: () => text });
      taken.then(
        (result) => {
          stop();
          resolve(result);
        },
        (error: Error) => {
          refuse(error);
          reject(fault ?? error);
        },
      );
    });
    form.on('field', (name: string | undefined, value: string, _cut: boolean, isCut: boolean) => {
      if (!also || name !== also.field || text !== undefined) refuse(name === field ? missingFile(field) : other(name));
      else if (isCut) refuse(also.tooLarge);
      else text = value;
    });
    form.on('fieldsLimit', () => refuse(only()));
    form.on('partsLimit', () => refuse(only()));
    form.on('error', () => refuse(new BodyRefused(MALFORMED)));
    form.on('finish', () => {
      if (!taken) refuse(missing(field));
      else over?.resolve();
    });
    request.on('data', onData).on('close', onGone).on('error', onGone);
    request.pipe(form);
  });
};

const noFile = (field: string): InputRefused =>
  new InputRefused(
    sentence('"%fieldName" is a file. Send it as text, without a file name.', { fieldName: field }, field),
  );

const missingFile = (field: string): InputRefused =>
  new InputRefused(
    sentence('"%fieldName" is not a file. Send it as a form part with a file name.', { fieldName: field }, field),
  );
