import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  InexactNumber,
  inexactNumberIn,
  InputRefused,
  invalidValue,
  NoSuchEntity,
  type Page,
  refuse,
  sentence,
  Transactions,
  unsupported,
} from '../../../../libs/kernel/index.js';
import { type Input, type Precondition, snakeCase } from '../../../../libs/records/index.js';
import { type Json, type JsonObject, isStorable, STORABLE_JSON, type Actor } from '../../passport/domain/index.js';
import { readTemplate } from '../domain/read-template.js';
import type { TemplateDocument } from '../domain/template.js';
import { passportTemplateResource } from '../passport-template.record.js';
import { type StoredTemplate, Templates, TemplateValidator, PassportsOfTemplate } from '../ports/templates.js';

const OWN: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at']);
/** Maximum size of a template document, in bytes. */
const DOCUMENT_MAX = 1024 * 1024;
/** Maximum number of versions per code, because some code reads all of them. */
const VERSIONS_MAX = 100;

/** Converts keys in camelCase to snake_case, and ignores server-assigned members. */
const sentMembers = (input: Input): JsonObject =>
  Object.fromEntries(
    Object.entries(input)
      .map(([key, value]) => [snakeCase(key), value as Json] as const)
      .filter(([key]) => !OWN.has(key)),
  );

const TAKEN = passportTemplateResource.unique[0]?.says ?? '';
const USED = sentence(
  'A published passport uses this template, so it cannot be changed. Create a new version of the template.',
);

/** Manages templates (passports-templates.md): checked on save, and immutable once a passport is published. */
@Injectable()
export class ManageTemplates {
  constructor(
    private readonly templates: Templates,
    private readonly passports: PassportsOfTemplate,
    private readonly validator: TemplateValidator,
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

  /** A dry run only reads, for checking a template while writing it. */
  async create(input: Input, actor: Actor, isDryRun: boolean): Promise<StoredTemplate> {
    const { id: sentId } = input;
    if (sentId !== undefined && sentId !== null) throw new InputRefused(unsupported('id'));
    const document = await this.read(sentMembers(input), actor);
    const now = this.clock.now();
    const made = { id: 0, document, createdAt: now, updatedAt: now };
    if (isDryRun) {
      await this.mustBeNew(document);
      return made;
    }
    return this.transactions.write(async () => {
      await this.mustBeNew(document);
      return { ...made, id: await this.templates.add(made) };
    });
  }

  private async mustBeNew({ code, version }: TemplateDocument): Promise<void> {
    const versions = await this.templates.numbersOf(code);
    if (versions.some((one) => one.version === version)) throw InputRefused.sentence(TAKEN);
    if (versions.length >= VERSIONS_MAX)
      throw InputRefused.sentence(
        'The template %code has the maximum of %max versions. Delete a version that no passport uses.',
        { code, max: VERSIONS_MAX },
      );
  }

  /** Members that are left out keep their values. Code and version identify the template and cannot change. */
  async update(
    id: number,
    input: Input,
    actor: Actor,
    precondition?: Precondition<StoredTemplate>,
  ): Promise<StoredTemplate> {
    const before = await this.get(id);
    const document = await this.read({ ...(before.document as unknown as JsonObject), ...sentMembers(input) }, actor);
    for (const name of ['code', 'version'] as const)
      if (document[name] !== before.document[name])
        throw new InputRefused(invalidValue(name, document[name], `only the stored value, ${before.document[name]}`));
    const saved = await this.transactions.write(async () => {
      const stored = await this.get(id);
      precondition?.(stored);
      if (JSON.stringify(stored.document) === JSON.stringify(document)) return stored;
      if (await this.passports.arePublished(id)) throw new InputRefused(USED);
      const changed = { ...stored, document, updatedAt: this.clock.now() };
      await this.templates.change(changed);
      return changed;
    });
    await this.passports.scoreAgain(saved, actor);
    return saved;
  }

  /** `InputRefused` if a passport version uses it. */
  async remove(id: number, precondition?: Precondition<StoredTemplate>): Promise<void> {
    await this.transactions.write(async () => {
      const stored = await this.get(id);
      precondition?.(stored);
      if (await this.passports.arePublished(id)) throw new InputRefused(USED);
      await this.templates.remove(id);
    });
  }

  private async read(members: JsonObject, actor: Actor): Promise<TemplateDocument> {
    if (!isStorable(members) || Buffer.byteLength(JSON.stringify(members)) > DOCUMENT_MAX)
      throw new InputRefused(invalidValue('template', members, `at most ${DOCUMENT_MAX} bytes of ${STORABLE_JSON}`));
    const inexact = inexactNumberIn(members);
    if (inexact !== undefined) throw new InexactNumber(inexact);
    const read = readTemplate(members);
    if ('faults' in read) refuse(read.faults);
    const template = (read as { readonly template: TemplateDocument }).template;
    refuse(await this.validator.templateFaults(actor, template));
    return template;
  }
}

/** Inserts each shipped template once. Newer versions are added next to older ones. */
export class ShipTemplates {
  constructor(
    private readonly templates: Templates,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly shipped: readonly TemplateDocument[],
  ) {}

  /** Safe to run repeatedly and in several processes. */
  async ensure(): Promise<void> {
    const absent: TemplateDocument[] = [];
    for (const document of this.shipped)
      if (!(await this.templates.byCode(document.code, document.version))) absent.push(document);
    if (absent.length === 0) return;
    await this.transactions.write(async () => {
      for (const document of absent) await this.templates.ensure(document, this.clock.now());
    });
  }
}
