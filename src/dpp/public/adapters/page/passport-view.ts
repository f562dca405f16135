import type { Day } from '../../../../../libs/kernel/index.js';
import { isWebAddress, type JsonObject, type PublicPassport } from '../../../passport/domain/index.js';
import { type LegalBasis, reasonsIn, type TemplateDocument, termOf } from '../../../templates/domain/index.js';
import type { EntitledView } from '../../ports/published-passports.js';
import { citation } from './citations.js';
import { codeWord } from './code-words.js';
import { type AnsweredPassport, companies, components, identity, record, validity } from './facts.js';
import { pageLanguage } from './languages.js';
import { lawView } from './law.js';
import { nameOf } from './names.js';
import { noticeView } from './notice-view.js';
import { offeredLanguages } from './offered-languages.js';
import { partsOf } from './sections.js';
import { dayText, languageText, type PageReading } from './values.js';
import { type Words, WORDS } from './words.js';

const documentsOf = (documents: PublicPassport['documents'], { page }: PageReading) =>
  documents.map(({ kind, title, url, language, sha256 }) => {
    const isLink = isWebAddress(url);
    return {
      title,
      href: isLink ? url : undefined,
      host: isLink ? new URL(url).host : undefined,
      kind: codeWord('kind', kind, page),
      language: language === null ? null : nameOf('language', language, page),
      lang: language,
      sha256,
    };
  });

const legalOf = (basis: readonly LegalBasis[], { page }: PageReading) =>
  basis.map(({ act, article, in_force_from, status }) => ({
    act: citation(act, page),
    article: article === null ? null : citation(article, page),
    from: in_force_from === null ? null : dayText(in_force_from, page),
    isProvisional: status === 'provisional',
  }));

const GRANULARITY_WORDS = {
  model: ['model', 'forModel'],
  batch: ['batch', 'forBatch'],
  item: ['item', 'forItem'],
} as const;

const PLACE = /^(?:\d+|-)$/;

/** Reasons by property. A reason for a list entry includes the position of the entry. */
const reasonsByProperty = ({ not_applicable: said }: PublicPassport, words: Words): ReadonlyMap<string, string> => {
  const reasons = new Map<string, string>();
  for (const [path, reason] of reasonsIn(said)) {
    const steps = path.split('.');
    const property = steps.filter((step) => !PLACE.test(step)).join('.');
    const entry = steps.filter((step) => /^\d+$/.test(step)).map((step) => Number(step) + 1);
    const text = entry.length === 0 ? reason : `${reason} (${words.entry} ${entry.join('.')})`;
    const others = reasons.get(property);
    reasons.set(property, others === undefined ? text : `${others}; ${text}`);
  }
  return reasons;
};

/** All content of the page in the reader's languages, from public data and the data that the grant allows. */
export const passportView = (
  passport: AnsweredPassport,
  template: TemplateDocument,
  { languages, today, seen }: { languages: readonly string[]; today: Day; seen?: EntitledView | undefined },
) => {
  const page = pageLanguage(languages);
  const words = WORDS[page];
  const reading: PageReading = {
    languages,
    page,
    words,
    termOf: (property) => termOf(template.vocabulary, property),
    measuredAt: seen?.measuredAt ?? {},
    reasons: reasonsByProperty(passport, words),
    isEntitled: seen !== undefined,
  };
  const payload = seen?.payload ?? (JSON.parse(passport.dpp_payload) as JsonObject);
  const [badge, about] = GRANULARITY_WORDS[passport.granularity];
  return {
    page,
    words,
    pages: offeredLanguages(passport.product_name, payload, template.schema, languages),
    notice: passport.notice && noticeView(passport.notice, languages, page),
    name: languageText(passport.product_name ?? {}, reading) ?? { text: passport.sku, lang: undefined },
    template: languageText(template.labels, reading) ?? { text: template.code, lang: undefined },
    granularity: words[badge],
    granularityAbout: words[about],
    identity: identity(passport, reading),
    companies: companies(passport, reading),
    components: components(passport, reading),
    validity: validity(passport, reading),
    record: record(passport, reading),
    isEntitled: seen !== undefined,
    law: lawView(passport, template, { today, reading }),
    parts: partsOf(payload, template, reading),
    documents: documentsOf([...passport.documents, ...(seen?.documents ?? [])], reading),
    legal: legalOf(template.legal_basis, reading),
  };
};
