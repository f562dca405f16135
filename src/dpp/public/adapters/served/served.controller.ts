import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NoSuchEntity, shown } from '../../../../../libs/kernel/index.js';
import { Anonymous, Bytes, Describes, sendDocument } from '../../../../../libs/web/index.js';
import { answers } from '../../../../../libs/operations/index.js';
import { PathKey } from '../../../../../libs/rest/index.js';
import { DppSettings } from '../../../passport/index.js';
import { type JsonObject, PASSPORT_VOCABULARY_CODE } from '../../../passport/domain/index.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';
import { TemplateValidator, Templates } from '../../../templates/index.js';
import { contextDocument, passportVocabulary, templateVocabulary } from './served-documents.js';

const SCHEMA_JSON = 'application/schema+json';
const JSON_LD = 'application/ld+json';
/** Short, because a template that no published passport uses can still change. */
const CACHED = 'public, max-age=300';

const VERSION_MAX = 64;

/** The version in a file name such as `1.0.0.json`; undefined for other extensions. */
const versionIn = (file: string, ending: string): string | undefined =>
  file.endsWith(ending) && file.length <= VERSION_MAX ? file.slice(0, -ending.length) : undefined;

const majorOf = ({ version }: TemplateDocument): string | undefined => version.split('.')[0];

const SERVICE = 'dppServedV1';

/** Public parts of templates: schema, context and vocabulary (passports-templates.md). */
@Controller('/dpp')
export class ServedController {
  private readonly schemas = new WeakMap<TemplateDocument, string>();

  constructor(
    private readonly templates: Templates,
    private readonly settings: DppSettings,
    private readonly validator: TemplateValidator,
  ) {}

  @Get('schema/:code/:file')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the JSON Schema of the public payload of a template',
    answer: answers.bytes(SCHEMA_JSON),
    errors: [404],
  })
  async schema(
    @PathKey('code') code: string,
    @PathKey('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const template = await this.find(code, versionIn(file, '.json'));
    const id = `${this.settings.publicBaseUrl}/dpp/schema/${template.code}/${template.version}.json`;
    sendText(request, response, await this.publicSchema(template, id), SCHEMA_JSON);
  }

  @Get('context/:code/:file')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the JSON-LD context of a template',
    answer: answers.bytes(JSON_LD),
    errors: [404],
  })
  async context(
    @PathKey('code') code: string,
    @PathKey('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const template = await this.find(code, versionIn(file, '.jsonld'));
    send(request, response, contextDocument(template, this.settings.publicBaseUrl), JSON_LD);
  }

  @Get('vocab/:code/:major')
  @Anonymous()
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Get the linked-data vocabulary of a template',
    answer: answers.bytes(JSON_LD),
    errors: [404],
  })
  async vocabulary(
    @PathKey('code') code: string,
    @PathKey('major') major: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { publicBaseUrl } = this.settings;
    if (code === PASSPORT_VOCABULARY_CODE && major === '1') {
      send(request, response, passportVocabulary(publicBaseUrl), JSON_LD);
      return;
    }
    const documents = isCode(code) ? (await this.templates.versionsOf(code)).map(({ document }) => document) : [];
    const [newest, ...others] = documents.filter((one) => majorOf(one) === major);
    if (!newest) throw new NoSuchEntity('code', shown(code));
    send(request, response, templateVocabulary([newest, ...others], publicBaseUrl), JSON_LD);
  }

  /** Cached per template object in memory. */
  private async publicSchema(template: TemplateDocument, id: string): Promise<string> {
    const text = this.schemas.get(template) ?? (await this.validator.publicSchema(template, id));
    this.schemas.set(template, text);
    return text;
  }

  private async find(code: string, version: string | undefined): Promise<TemplateDocument> {
    const found =
      version === undefined || !isCode(code) || !isCode(version)
        ? undefined
        : await this.templates.byCode(code, version);
    if (!found) throw new NoSuchEntity('code', shown(code));
    return found.document;
  }
}

/** No template code has other characters, so no lookup is needed. */
const isCode = (text: string): boolean => /^[\w.-]{1,64}$/.test(text);

const send = (request: Request, response: Response, document: JsonObject, type: string): void =>
  sendText(request, response, JSON.stringify(document, null, 2), type);

const sendText = (request: Request, response: Response, body: string, type: string): void =>
  sendDocument(request, response, { body, type, cacheControl: CACHED });
