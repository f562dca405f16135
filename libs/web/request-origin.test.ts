import { traceParent } from './request-origin.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the trace of a caller', () => {
  it.each([`00-${TRACE}-${SPAN}-01`, ` 00-${TRACE}-${SPAN}-00 `, `cc-${TRACE}-${SPAN}-01-what-may-come`])(
    'is read from %p',
    (header) => expect(traceParent(header)).toEqual({ traceId: TRACE, spanId: SPAN }),
  );

  it.each([
    ['no header', undefined],
    ['a repeated header', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
    ['an invalid version', `ff-${TRACE}-${SPAN}-01`],
    ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['large letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['one field too many', `00-${TRACE}-${SPAN}-01-more`],
    ['one digit too few', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['another format', 'Bearer of something'],
  ])('is ignored: %s', (_, header) => expect(traceParent(header)).toBeUndefined());
});
