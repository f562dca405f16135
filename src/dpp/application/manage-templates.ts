import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  InputRefused,
  invalidValue,
  NoSuchEntity,
  type Page,
  refuse,
  sentence,
  Transactions,
  unsupported,
} from '../../../libs/kernel/index.js';
import { type Input, snakeCase } from '../../../libs/records/index.js';
import type { Json, JsonObject } from '../domain/json.js';
import { readTemplate } from '../domain/read-template.js';
import { isStorable } from '../domain/storable.js';
import type { TemplateDocument } from '../domain/template.js';
import { PassportBook } from '../ports/passport-book.js';
import { Publications } from '../ports/publications.js';
import { type StoredTemplate, Templates } from '../ports/templates.js';
import { CheckTemplate } from './check-template.js';
import { JudgePassport } from './judge-passport.js';

const OWN: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at']);
/** Largest document of a template, in bytes. */
const DOCUMENT_MAX = 1024 * 1024;

/** Keys in snake_case or camelCase; what the server itself keeps is passed over. */
const sentMembers = (input: Input): JsonObject =>
  Object.fromEntries(
    Object.entries(input)
      .map(([key, value]) => [snakeCase(key), value as Json] as const)
      .filter(([key]) => !OWN.has(key)),
  );

const USED = sentence("A published passport uses this template: it can't change any more. Make a new version of it.");

/** The templates of passports (passports.md §3): checked when saved, for ever the same once a passport was published. */
@Injectable()
export class ManageTemplates {
  constructor(
    private readonly templates: Templates,
    private readonly check: CheckTemplate,
    private readonly book: PassportBook,
    private readonly publications: Publications,
    private readonly judge: JudgePassport,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async get(id: number): Promise<StoredTemplate> {
    const found = await this.templates.byId(id);
    if (!found) throw new NoSuchEntity('id', id);
    return found;
  }

  search(criteria: Criteria): Promise<Page<StoredTemplate>> {
    return this.templates.search(criteria);
  }

  async create(input: Input): Promise<StoredTemplate> {
    const { id: sentId } = input;
    if (sentId !== undefined && sentId !== null) throw new InputRefused(unsupported('id'));
    const document = await this.read(sentMembers(input));
    const now = this.clock.now();
    return this.transactions.write(async () => {
      const made = { id: 0, document, createdAt: now, updatedAt: now };
      return { ...made, id: await this.templates.add(made) };
    });
  }

  /** Members left out stay. Code and version are the template's name: another one is another template. */
  async update(id: number, input: Input): Promise<StoredTemplate> {
    const before = await this.get(id);
    const document = await this.read({ ...(before.document as unknown as JsonObject), ...sentMembers(input) });
    if (document.code !== before.document.code) throw new InputRefused(invalidValue('code', document.code));
    if (document.version !== before.document.version) throw new InputRefused(invalidValue('version', document.version));
    return this.transactions.write(async () => {
      const stored = await this.get(id);
      if (JSON.stringify(stored.document) === JSON.stringify(document)) return stored;
      if (await this.publications.usesTemplate(id)) throw new InputRefused(USED);
      const changed = { ...stored, document, updatedAt: this.clock.now() };
      await this.templates.change(changed);
      await this.scoreAgain(id, document);
      return changed;
    });
  }

  /** `InputRefused` if a version of a passport is of it. */
  async remove(id: number): Promise<void> {
    await this.transactions.write(async () => {
      await this.get(id);
      if (await this.publications.usesTemplate(id)) throw new InputRefused(USED);
      await this.templates.remove(id);
    });
  }

  /** Puts in those that ship and aren't there yet; several processes may do so at once. */
  async ship(documents: readonly TemplateDocument[]): Promise<void> {
    const absent: TemplateDocument[] = [];
    for (const document of documents)
      if (!(await this.templates.byCode(document.code, document.version))) absent.push(document);
    if (absent.length === 0) return;
    await this.transactions.write(async () => {
      for (const document of absent) await this.templates.ensure(document, this.clock.now());
    });
  }

  private async read(members: JsonObject): Promise<TemplateDocument> {
    if (!isStorable(members) || Buffer.byteLength(JSON.stringify(members)) > DOCUMENT_MAX)
      throw new InputRefused(invalidValue('template', members));
    const read = readTemplate(members);
    if ('faults' in read) refuse(read.faults);
    const template = (read as { readonly template: TemplateDocument }).template;
    refuse(await this.check.faults(template));
    return template;
  }

  /** What its drafts lack is another matter now. */
  private async scoreAgain(id: number, document: TemplateDocument): Promise<void> {
    const drafts = await this.book.inWorkOf(id);
    const scored = drafts.map((draft) => ({ ...draft, completenessScore: this.judge.score(draft, document).score }));
    if (scored.length > 0) await this.book.changeVersions(scored);
  }
}
