import { SetMetadata } from '@nestjs/common';
import { InputRefused, wrongType } from '../kernel/index.js';
import { decodeJson, decodeSent, tooManyValues } from '../web/index.js';
import { BULK_VALUES_MAX } from '../calls/index.js';
import { rowsIn } from './bulk-body.js';
import { takeApart } from './json-rows.js';

export const LISTED = 'webapi:listed';

/** The handler takes a JSON list of the bodies that it declares, whatever its verb; where it declares none, of objects. */
export const TakesList = (): MethodDecorator => SetMetadata(LISTED, true);

/** How many calls one list holds (jobs.md, "Many calls at once"). */
const LISTED_MAX = 5_000;

/** Inside a list that is the body itself. */
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

/** Reads a list of bodies; those longer than `longest` bytes are a `BrokenInput` in their places. */
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
