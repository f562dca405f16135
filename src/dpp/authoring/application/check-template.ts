import { at, type Day, type Fault, sentence } from '../../../../libs/kernel/index.js';
import { nameAtPublication } from '../domain/envelope.js';
import {
  type PassportContent,
  type PassportVersion,
  PASSPORT_TERMS,
  passportJsonLd,
} from '../../passport/domain/index.js';
import { passportUrls } from '../../versions/domain/index.js';
import { publicPassport, type Sha256 } from '../domain/public-view.js';
import { writtenBothWays } from '../domain/written-twice.js';
import {
  GENERIC,
  type TemplateDocument,
  type TemplateExample,
  templateFaults,
  exampleDocument,
  payloadContext,
} from '../../templates/domain/index.js';
import type { LinkedData, PayloadSchemas } from '../ports/passport-validator.js';
import type { ValidatePassport } from './validate-passport.js';
import { readPassport } from './read-passport.js';

const EXAMPLE = 'example';
/** Schemes of absolute URLs. A prefix with such a name would split these URLs. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'urn', 'data', 'did', 'tel', 'mailto']);
const ANY_UUID = '00000000-0000-4000-8000-000000000000';
const ANY_TIME = '2026-01-01T00:00:00.000Z';

/** The example as a published version, so that all checks can run on it. */
const published = (content: PassportContent): PassportVersion => ({
  ...content,
  productName: nameAtPublication(content, undefined, undefined),
  passportId: 1,
  uuid: ANY_UUID,
  version: 1,
  status: 'published',
  completenessScore: 0,
  issuer: null,
  publishedAt: ANY_TIME,
  archivedAt: null,
  archiveReason: null,
  takenFromSheets: [],
  createdAt: ANY_TIME,
  updatedAt: ANY_TIME,
});

const named = ([name, example]: readonly [string, TemplateExample]) => [`examples.${name}`, example] as const;

/**
 * Checks that a template is consistent (passports-templates.md): the schema compiles, the vocabulary matches the
 * properties, and the example is complete and can be published. Filling in a checked template then needs no developer.
 */
export class CheckTemplate {
  constructor(
    private readonly schemas: PayloadSchemas,
    private readonly linkedData: LinkedData,
    private readonly validator: ValidatePassport,
    private readonly sha256: Sha256,
    private readonly publicBaseUrl: string,
  ) {}

  async faults(template: TemplateDocument, today: Day): Promise<readonly Fault[]> {
    const ofSchema = this.schemas.schemaFaults(template.schema);
    // An invalid schema declares no properties, so nothing else can be checked against it.
    if (ofSchema.length > 0) return ofSchema.map((reason) => sentence('%reason.', { reason }, 'schema'));
    const own = [...templateFaults(template), ...this.prefixFaults(template)];
    if (own.length > 0) return own;
    const ofExamples = await this.examplesFaults(template, today);
    return ofExamples.length > 0 ? ofExamples : this.contextFaults(template);
  }

  /** The prefix comes last in the context of a passport and would replace an existing meaning of the word. */
  private prefixFaults({ vocabulary: { prefix } }: TemplateDocument): readonly Fault[] {
    return Object.hasOwn(PASSPORT_TERMS, prefix) || SCHEMES.has(prefix) || this.linkedData.isTaken(prefix)
      ? [
          sentence(
            'The prefix "%prefix" already has a different meaning. Choose another prefix.',
            { prefix },
            'vocabulary.prefix',
          ),
        ]
      : [];
  }

  /** Checks the whole context, including non-public terms, which never occur in a passport document. */
  private async contextFaults(template: TemplateDocument): Promise<readonly Fault[]> {
    const faults = await this.linkedData.faults(exampleDocument(template, this.publicBaseUrl));
    return faults.map((reason) =>
      sentence(
        'The JSON-LD of the example is invalid (%reason). Correct the vocabulary or the example.',
        { reason },
        'vocabulary',
      ),
    );
  }

  /** Checks each example on its own, and reports the faults of the first faulty example. */
  private async examplesFaults(template: TemplateDocument, today: Day): Promise<readonly Fault[]> {
    const further = Object.entries(template.examples ?? {});
    for (const [where, example] of [[EXAMPLE, template.example] as const, ...further.map(named)]) {
      const faults = await this.exampleFaults(template, { position: where, example }, today);
      if (faults.length > 0) return faults;
    }
    return [];
  }

  private async exampleFaults(
    template: TemplateDocument,
    { position: where, example }: { readonly position: string; readonly example: TemplateExample },
    today: Day,
  ): Promise<readonly Fault[]> {
    const { code, version } = template;
    const input = { ...example, template_code: code, template_version: version };
    const { change: read, faults: ofFields } = readPassport(input, 'create');
    const { change, faults: ofBoth } = writtenBothWays(read);
    const faults = [...ofFields, ...ofBoth];
    if (faults.length > 0) return faults.map((fault) => at(where, fault));
    const content = {
      ...change,
      esprCategory: change.esprCategory ?? template.espr_category,
    } as PassportContent;
    const { publicBaseUrl } = this;
    const passport = published(content);
    const view = publicPassport(passport, template, passportUrls(passport, publicBaseUrl), this.sha256);
    const document = passportJsonLd(view, payloadContext(template, publicBaseUrl), publicBaseUrl);
    const refused = await this.validator.publicationFaults(content, template, document, today);
    if (refused.length > 0) return refused.map((fault) => at(where, fault));
    return this.validator
      .score(content, template, today)
      .items.filter(({ state }) => state === 'missing' || state === 'invalid')
      .filter(({ path }) => !(template.code === GENERIC && path === 'template_code'))
      .map(({ path, message }) =>
        sentence('The example is incomplete. Add or correct %path: %reason', { path, reason: message }, where),
      );
  }
}
