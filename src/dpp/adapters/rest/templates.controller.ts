import { Delete, Get, Post, Put } from '@nestjs/common';
import {
  answers,
  type Asked,
  type Caller,
  Describes,
  type JsonObject,
  Needs,
  PathId,
  RecordBody,
  RestController,
  searchAnswer,
  Searched,
  SignedIn,
} from '../../../../libs/webapi/index.js';
import { ManageTemplates } from '../../application/manage-templates.js';
import { passportTemplateResource } from '../../passport-template.record.js';
import { DPP_RIGHTS } from '../../rights.record.js';
import { templateBody } from './manage.bodies.js';
import { actorOf, templateItem } from './manage-answers.js';

const TAG = 'Passport templates';
const TEMPLATE = answers.record(templateBody);

/** The templates of passports (passports-templates.md). */
@RestController('dpp/manage/templates')
export class TemplatesController {
  constructor(private readonly templates: ManageTemplates) {}

  @Get('search')
  @Needs(DPP_RIGHTS.read)
  @Describes({ summary: 'Search passport templates', tag: TAG, answer: answers.search(templateBody) })
  async search(@Searched(passportTemplateResource) asked: Asked): Promise<object> {
    return searchAnswer(await this.templates.search(asked.criteria), asked, templateItem);
  }

  @Get(':id')
  @Needs(DPP_RIGHTS.read)
  @Describes({ summary: 'Read one passport template', tag: TAG, answer: TEMPLATE })
  async get(@PathId('id') id: number): Promise<object> {
    return templateItem(await this.templates.get(id));
  }

  @Post()
  @Needs(DPP_RIGHTS.save)
  @Describes({
    summary: 'Create a passport template',
    about: 'It is checked as a whole: schema, vocabulary, rules, sections, and its example, which must lack nothing.',
    tag: TAG,
    answer: TEMPLATE,
  })
  async create(@SignedIn() caller: Caller, @RecordBody(templateBody) input: JsonObject): Promise<object> {
    return templateItem(await this.templates.create(input, actorOf(caller)));
  }

  @Put(':id')
  @Needs(DPP_RIGHTS.save)
  @Describes({
    summary: 'Change a passport template that no published passport uses; members left out stay',
    tag: TAG,
    answer: TEMPLATE,
  })
  async update(
    @SignedIn() caller: Caller,
    @PathId('id') id: number,
    @RecordBody(templateBody) input: JsonObject,
  ): Promise<object> {
    return templateItem(await this.templates.update(id, input, actorOf(caller)));
  }

  @Delete(':id')
  @Needs(DPP_RIGHTS.delete)
  @Describes({ summary: 'Delete a passport template that no passport is of', tag: TAG, answer: answers.true })
  async remove(@PathId('id') id: number): Promise<true> {
    await this.templates.remove(id);
    return true;
  }
}
