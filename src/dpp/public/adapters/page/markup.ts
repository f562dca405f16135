import { Eta, type TemplateFunction } from 'eta';
import { balanced, isolatedText, turnsDirection } from './bidi.js';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

/** Author content as an element, isolated so that it cannot reorder its neighbors. */
const content = (text: string): string =>
  turnsDirection(text) ? `<bdi>${escaped(balanced(text))}</bdi>` : escaped(text);

class Markup extends Eta {
  readonly content = content;
  readonly isolatedText = isolatedText;
}

/**
 * Escapes everything inserted with `<%= %>`; `<%~ %>` is for trusted markup. Insert texts of passports and templates
 * with `<%~ content(…) %>`, or with `<%= alone(…) %>` in titles and attributes.
 */
const eta = new Markup({
  autoEscape: true,
  cache: false,
  autoTrim: [false, 'nl'],
  functionHeader: 'const content = this.content, alone = this.isolatedText;',
});

const compiled = new Map<string, TemplateFunction>();

/** Defines a partial that templates include by name: `<%~ include('@value', …) %>`. */
export const definePart = (name: `@${string}`, template: string): void => eta.loadTemplate(name, template);

/** Renders a template with `it` as its data. Templates must be constants, because each is compiled once and cached. */
export const markup = (template: string, data: object): string => {
  let render = compiled.get(template);
  if (!render) {
    render = eta.compile(template);
    compiled.set(template, render);
  }
  return eta.render(render, data);
};
