import { SetMetadata } from '@nestjs/common';
import { InputRefused, wrongType } from '../kernel/index.js';
import { decodeJson, decodeSent, tooManyValues } from '../web/index.js';
import { BULK_VALUES_MAX } from '../calls/index.js';
import { rowsIn } from './bulk-body.js';
import { takeApart } from './json-rows.js';

export const LISTED = 'webapi:listed';

/**
 * Marks a handler whose body is a JSON list of the declared bodies, whatever its method. Without a declared body, it
 * is a list of objects.
 */
export const TakesList = (): MethodDecorator => SetMetadata(LISTED, true);

/** Maximum number of calls in a list (jobs.md, "Many calls at once"). */
const LISTED_MAX = 5_000;

/** Nesting depth of a list that is the body itself. */
const LIST_DEPTH = 1;

const mustBeFew = (count: number): void => {
  if (count <= LISTED_MAX) return;
  throw InputRefused.sentence(
    'The request contains %count calls, but at most %max are allowed. Send them in several requests.',
    {
      count,
      max: LISTED_MAX,
    },
  );
};

/** Parses a list of bodies; those longer than `longest` bytes become a `BrokenInput`. */
export const readList = async (bytes: Buffer, longest: number): Promise<readonly unknown[]> => {
  const { frame, elements, count, values } = await takeApart(bytes, LISTED_MAX, LIST_DEPTH);
  mustBeFew(count);
  if (values > BULK_VALUES_MAX) throw tooManyValues(BULK_VALUES_MAX);
  const list = decodeSent(frame);
  if (!Array.isArray(list)) throw new InputRefused(wrongType('body', decodeSent(bytes), 'object[]'));
  if (list.length === 0) throw InputRefused.sentence('The list is empty. Send at least one call.');
  const parts = list.flatMap((index) => elements[Number(index)] ?? []);
  return rowsIn(parts, longest, decodeJson);
};
