import { plain, say } from '../../../../libs/kernel/index.js';
import { STATUSES, type Status } from '../../passport/domain/index.js';
import { transitionFault } from './transitions.js';

const ALLOWED = ['draft active', 'draft published', 'active draft', 'active published', 'published archived'];
const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to): [Status, Status] => [from, to]));

describe('transitionFault', () => {
  it.each(PAIRS)('allows the transition or names both states: %s to %s', (from, to) => {
    const fault = transitionFault(from, to);
    if (ALLOWED.includes(`${from} ${to}`)) return void expect(fault).toBeUndefined();
    const text = fault ? plain(say(fault)) : '';
    expect(text).toContain(from);
    expect(text).toContain(to);
  });

  it('recommends a revision for an archived version', () => {
    const fault = transitionFault('archived', 'draft');
    expect(fault && plain(say(fault))).toMatch(/Create a revision/);
  });
});
