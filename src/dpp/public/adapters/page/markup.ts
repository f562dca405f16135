import { Eta, type TemplateFunction } from 'eta';
import { balanced, isolatedText, turnsDirection } from './bidi.js';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

/** What a passport's author wrote, as an element: isolated, so that it can't reorder what stands beside it. */
const content = (text: string): string =>
  turnsDirection(text) ? `<bdi>${escaped(balanced(text))}</bdi>` : escaped(text);

class Markup extends Eta {
  readonly content = content;
  readonly isolatedText = isolatedText;
}

/**
 * Escapes whatever is put into a page with `<%= %>`; `<%~ %>` is for what was made as markup by ourselves. Texts of
 * passports and templates go in by `<%~ content(…) %>`, in a title or an attribute by `<%= alone(…) %>`.
 */
const eta = new Markup({
  autoEscape: true,
  cache: false,
  autoTrim: [false, 'nl'],
  functionHeader: 'const content = this.content, alone = this.isolatedText;',
});

const compiled = new Map<string, TemplateFunction>();

/** A part that other templates include by its name: `<%~ include('@value', …) %>`. */
export const definePart = (name: `@${string}`, template: string): void => eta.loadTemplate(name, template);

/** The template with this data in it, which it calls `it`. Templates are constants: each is compiled once. */
export const markup = (template: string, data: object): string => {
  let render = compiled.get(template);
  if (!render) {
    render = eta.compile(template);
    compiled.set(template, render);
  }
  return eta.render(render, data);
};
