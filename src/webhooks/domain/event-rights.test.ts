import { neededRight, rightsOfPatterns } from './event-rights.js';

const RIGHTS = new Map([
  ['product', '_Commerce::manage'],
  ['customer', '_Commerce::manage'],
  ['document', '_Documents::manage'],
]);
const ME = 'integration:3';

describe('the right required for an event (webhooks.md, "Owner")', () => {
  it.each([
    [
      'is that of the resource for a record',
      { type: 'product.created', data: { resource: 'product', caller: ME } },
      '_Commerce::manage',
    ],
    [
      'is that of the resource for an event with its own name',
      { type: 'document.published', data: { resource: 'document' } },
      '_Documents::manage',
    ],
    ['is _Pricing::manage for prices', { type: 'price.changed', data: { version: 1 } }, '_Pricing::manage'],
    [
      'is _Jobs::manage for a job of another caller',
      { type: 'job.done', data: { resource: 'job', caller: 'admin:1' } },
      '_Jobs::manage',
    ],
    ['is none for a job of the caller', { type: 'job.done', data: { resource: 'job', caller: ME } }, undefined],
    ['is none for a test', { type: 'webhook.test', data: { webhook_id: 1 } }, undefined],
    [
      'is _Audit::read for an undeclared resource',
      { type: 'secret.made', data: { resource: 'secret' } },
      '_Audit::read',
    ],
    ['is _Audit::read for an event without a resource', { type: 'else', data: {} }, '_Audit::read'],
  ])('%s', (_, event, right) => {
    expect(neededRight(event, ME, RIGHTS)).toBe(right);
  });

  it.each([
    [['product.created'], ['_Commerce::manage']],
    [['product.*', 'customer.*'], ['_Commerce::manage']],
    [['document.created'], ['_Documents::manage']],
    [['price.changed'], ['_Pricing::manage']],
    [['lint.found'], ['_Jobs::manage']],
    [['job.*'], ['_Jobs::manage']],
  ])('for the patterns %j is %j', (patterns, rights) => {
    expect(rightsOfPatterns(patterns, RIGHTS)).toEqual(rights);
  });

  it('for all events is every right', () => {
    expect(rightsOfPatterns(['*'], RIGHTS)).toEqual(
      expect.arrayContaining(['_Commerce::manage', '_Documents::manage', '_Jobs::manage', '_Pricing::manage']),
    );
  });
});
