import { type Day, type Fault, invalidValue, required, sentence, day } from '../../../../libs/kernel/index.js';
import type { LanguageMap } from './json.js';
import { languageMapFaults } from './iso-codes.js';
import type { ArchiveReason } from './life.js';
import { isWebAddress, WEB_ADDRESSES } from './identifiers.js';

export const NOTICE_STATUSES = ['recalled', 'end_of_life', 'recycled', 'reserved'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/**
 * Public information about a passport that has ended, or about one that is only reserved. Contains no passport data.
 */
export interface Notice {
  readonly status: NoticeStatus;
  readonly date: Day;
  readonly text: LanguageMap;
  readonly link: string | null;
}

/** Archive reasons that allow a notice (passports.md, "Notices"). */
const BY_REASON: Readonly<Partial<Record<ArchiveReason, readonly NoticeStatus[]>>> = {
  recalled: ['recalled'],
  end_of_life: ['end_of_life', 'recycled'],
};

export const noticeStatusesAfter = (reason: ArchiveReason | null): readonly NoticeStatus[] =>
  reason === null ? [] : (BY_REASON[reason] ?? []);

/**
 * A recycled product no longer has a passport, only a notice, unless the notice is deleted (passports.md, "Notices").
 */
export const endedFaults = (id: number, notice: Pick<Notice, 'status'> | undefined): readonly Fault[] =>
  notice?.status === 'recycled'
    ? [
        sentence(
          'Passport %id cannot be changed or published, because its product has been recycled. To reactivate the passport, delete its notice.',
          { id },
        ),
      ]
    : [];

/** Fault of a new passport for a product that is already recycled. */
export const recycledFault = (identifier: string, id: number): Fault =>
  sentence(
    'The product %identifier has been recycled, so it cannot have another passport. To allow one, delete the notice of passport %id.',
    {
      identifier,
      id,
    },
  );

const TEXT_MAX = 2000;
const LANGUAGES_MAX = 30;

export const noticeFaults = ({ text, link }: Pick<Notice, 'text' | 'link'>): readonly Fault[] => [
  ...textFaults(text),
  ...(link === null || isWebAddress(link) ? [] : [invalidValue('link', link, WEB_ADDRESSES)]),
];

const textFaults = (text: LanguageMap): readonly Fault[] => {
  const languages = Object.keys(text);
  if (languages.length === 0) return [required('text')];
  if (languages.length > LANGUAGES_MAX)
    return [
      sentence(
        'The notice has text in %count languages, but at most %max are allowed. Send the text in fewer languages.',
        { count: languages.length, max: LANGUAGES_MAX },
        'text',
      ),
    ];
  const long = languages.filter((language) => (text[language] ?? '').length > TEXT_MAX);
  return [
    ...languageMapFaults(text, 'text'),
    ...long.map((language) =>
      sentence(
        '%fieldName is too long. Send at most %max characters.',
        { fieldName: `text.${language}`, max: TEXT_MAX },
        'text',
      ),
    ),
  ];
};

/** 410 for a passport that existed, 404 for a reserved one. */
export const noticeHttpStatus = ({ status }: Notice): 404 | 410 => (status === 'reserved' ? 404 : 410);

export interface NoticeRow {
  readonly status: string;
  readonly noticed_on: string;
  readonly text: string;
  readonly link: string | null;
}

export const NOTICE_COLUMNS = 'status, noticed_on, text, link';

export const noticeOf = ({ status, noticed_on, text, link }: NoticeRow): Notice => ({
  status: status as NoticeStatus,
  date: day(noticed_on),
  text: JSON.parse(text) as LanguageMap,
  link,
});
