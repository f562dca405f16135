import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import {
  CustomerElsewhere,
  DiskFull,
  HistoryExpired,
  InputRefused,
  NoSuchEntity,
  NoSuchOne,
  NotSignedIn,
  PreconditionFailed,
  required,
  RightMissing,
  SignatureRefused,
  SignInRefused,
  StateConflict,
  TooLarge,
  TooManyRequests,
  Unavailable,
} from '../kernel/index.js';
import { RowRefused } from '../records/index.js';
import { answerTo } from './status-table.js';
import {
  BodyRefused,
  BodyTimeout,
  NoSuchRoute,
  NotAcceptable,
  NotProcessable,
  VerbNotSupported,
} from './wire-errors.js';

const TWO_FAULTS = 'One or more input exceptions have occurred.';
const MISSING = '"%fieldName" is required. Enter and try again.';
const UNAUTHORIZED = "The consumer isn't authorized to access %resources.";

describe('the status of an error (wire.md, "5. Errors")', () => {
  it.each([
    [400, MISSING, new InputRefused(required('sku'))],
    [400, TWO_FAULTS, new InputRefused(required('sku'), required('value'))],
    [400, MISSING, new RowRefused(3, required('sku'))],
    [400, 'no JSON', new BodyRefused('no JSON')],
    [400, 'Specified request cannot be processed.', new NotProcessable()],
    [400, 'Specified request cannot be processed.', new BadRequestException('a percent sign')],
    [401, UNAUTHORIZED, new NotSignedIn('A::b')],
    [401, new SignInRefused().message, new SignInRefused()],
    [401, 'bad %0', new SignatureRefused('bad %0', ['nonce'])],
    [403, UNAUTHORIZED, new RightMissing('A::b')],
    [403, new CustomerElsewhere('de').message, new CustomerElsewhere('de')],
    [404, 'No such entity with %fieldName = %fieldValue', new NoSuchEntity('id', 7)],
    [404, 'none of %name', new NoSuchOne('none of %name', { name: 'x' })],
    [404, 'Request does not match any route.', new NoSuchRoute()],
    [404, 'Request does not match any route.', new NotFoundException('Cannot GET /x')],
    [405, 'The TRACE HTTP method is not supported.', new VerbNotSupported('TRACE')],
    [406, new NotAcceptable().message, new NotAcceptable()],
    [408, 'too slow', new BodyTimeout('too slow')],
    [409, 'as it is', new StateConflict('as it is')],
    [410, 'gone', new HistoryExpired('gone')],
    [412, 'it differs', new PreconditionFailed('it differs')],
    [413, new TooLarge(10, 'BODY_MAX').message, new TooLarge(10, 'BODY_MAX')],
    [418, 'a teapot', new HttpException('a teapot', 418)],
    [429, new TooManyRequests(2).message, new TooManyRequests(2)],
    [503, new Unavailable(2).message, new Unavailable(2)],
    [503, new DiskFull().message, new DiskFull()],
  ])('is %i for: %s', (status, message, error) => {
    expect(answerTo(error)).toMatchObject({ status, body: { message } });
  });

  it('is sent with the parameters of its message and of each single error', () => {
    expect(answerTo(new NoSuchEntity('id', 7))?.body.parameters).toEqual({ fieldName: 'id', fieldValue: 7 });
    expect(answerTo(new StateConflict('as it is'))?.body).toEqual({ message: 'as it is' });
    expect(answerTo(new StateConflict('%n', { n: 1 }))?.body).toEqual({ message: '%n', parameters: { n: 1 } });
    expect(answerTo(new InputRefused(required('sku'), required('value')))?.body.errors).toEqual([
      { message: MISSING, parameters: { fieldName: 'sku' } },
      { message: MISSING, parameters: { fieldName: 'value' } },
    ]);
  });

  it.each([
    [{ 'WWW-Authenticate': 'Bearer' }, new NotSignedIn('A::b')],
    [{ 'WWW-Authenticate': 'Bearer' }, new SignInRefused()],
    [{ 'WWW-Authenticate': 'OAuth' }, new SignatureRefused('bad')],
    [{ Allow: 'GET' }, new VerbNotSupported('PUT', 'GET')],
    [{ Connection: 'close' }, new BodyTimeout('too slow')],
    [{ 'Retry-After': '2' }, new TooManyRequests(2)],
    [{ 'Retry-After': '7' }, new Unavailable(7)],
    [{}, new RightMissing('A::b')],
  ])('is sent with the headers %j', (headers, error) => {
    expect(answerTo(error)?.headers).toEqual(headers);
  });

  it('is undefined for anything else, which is a bug', () => {
    for (const error of [new Error('x'), new HttpException('x', 500), 'x', undefined])
      expect(answerTo(error)).toBeUndefined();
  });
});
