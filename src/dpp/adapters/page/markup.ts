import { Eta, type TemplateFunction } from 'eta';

/** Escapes whatever is put into a page with `<%= %>`; `<%~ %>` is for what was made as markup by ourselves. */
const eta = new Eta({ autoEscape: true, cache: false, autoTrim: [false, 'nl'] });

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
