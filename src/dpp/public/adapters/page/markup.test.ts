import fc from 'fast-check';
import { markup } from './markup.js';

describe('markup', () => {
  it('escapes text that looks like HTML', () => {
    expect(markup('<p title="<%= it.text %>"><%= it.text %></p>', { text: `<b a="1" c='2'>&` })).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
    );
  });

  it('never lets a text open or close an element', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(markup('<%= it.text %>', { text })).not.toMatch(/[<>"']/);
      }),
    );
  });
});
