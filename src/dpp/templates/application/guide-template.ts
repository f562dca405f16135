import { Injectable } from '@nestjs/common';
import { InputRefused, NoSuchEntity } from '../../../../libs/kernel/index.js';
import { categoriesOf, exampleFor, type Guide, guideOf } from '../domain/guide.js';
import type { TemplateDocument, TemplateExample } from '../domain/template.js';
import { FindTemplate } from './find-template.js';

interface GuideRequest {
  readonly category: string | null;
  /** Template version; default: the newest. */
  readonly version: string | null;
}

/** Explains a template to authors (passports-templates.md, "Filling it in"). */
@Injectable()
export class GuideTemplate {
  constructor(private readonly templates: FindTemplate) {}

  /** `NoSuchEntity` for an unknown code, `InputRefused` for an unknown category or version. */
  async guide(
    code: string,
    asked: GuideRequest,
  ): Promise<{ readonly template: TemplateDocument; readonly guide: Guide }> {
    const template = await this.template(code, asked);
    return { template, guide: guideOf(template, asked.category) };
  }

  /** An example that can be sent as a new passport. */
  async example(
    code: string,
    asked: GuideRequest,
  ): Promise<{ readonly template: TemplateDocument; readonly example: TemplateExample }> {
    const template = await this.template(code, asked);
    const example = exampleFor(template, asked.category);
    if (!example)
      throw InputRefused.sentence(
        'The template %code has no example for the category %category. Leave out the category to read the general example.',
        {
          code,
          category: asked.category,
        },
      );
    return { template, example };
  }

  private async template(code: string, { category, version }: GuideRequest): Promise<TemplateDocument> {
    if ((await this.templates.versionsOf(code)).length === 0) throw new NoSuchEntity('code', code);
    const { document } = await this.templates.named(code, version);
    const known = categoriesOf(document);
    if (category !== null && !known.includes(category))
      throw known.length === 0
        ? InputRefused.sentence('The template %code has no categories. Leave out %fieldName.', {
            code,
            fieldName: 'category',
          })
        : InputRefused.sentence('The template %code has no category %category. Use one of %categories.', {
            code,
            category,
            categories: known.join(', '),
          });
    return document;
  }
}
