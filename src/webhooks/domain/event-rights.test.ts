import { neededRight, rightsOfPatterns } from './event-rights.js';

const RIGHTS = new Map([
  ['product', '_Commerce::manage'],
  ['customer', '_Commerce::manage'],
  ['document', '_Documents::manage'],
]);
const ME = 'integration:3';

describe('which right an event needs (webhooks.md, "Owner")', () => {
  it.each([
    ['a record', { type: 'product.created', data: { resource: 'product', caller: ME } }, '_Commerce::manage'],
    [
      'an event with a name of its own',
      { type: 'document.published', data: { resource: 'document' } },
      '_Documents::manage',
    ],
    ['prices', { type: 'price.changed', data: { version: 1 } }, '_Pricing::manage'],
    ['somebody else’s job', { type: 'job.done', data: { resource: 'job', caller: 'admin:1' } }, '_Jobs::manage'],
    ['a job of one’s own', { type: 'job.done', data: { resource: 'job', caller: ME } }, undefined],
    ['a test', { type: 'webhook.test', data: { webhook_id: 1 } }, undefined],
    ['what is no declared resource', { type: 'secret.made', data: { resource: 'secret' } }, '_Audit::read'],
    ['what says nothing of a resource', { type: 'else', data: {} }, '_Audit::read'],
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
  ])('of the patterns %j: %j', (patterns, rights) => {
    expect(rightsOfPatterns(patterns, RIGHTS)).toEqual(rights);
  });

  it('of all events every right', () => {
    expect(rightsOfPatterns(['*'], RIGHTS)).toEqual(
      expect.arrayContaining(['_Commerce::manage', '_Documents::manage', '_Jobs::manage', '_Pricing::manage']),
    );
  });
});
