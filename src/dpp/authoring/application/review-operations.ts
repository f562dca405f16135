import { plain, say, withCommas } from '../../../../libs/kernel/index.js';
import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import { fieldsOf, IntField, toWire } from '../../../../libs/records/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { DPP_RIGHTS, PassportFields } from '../../passport/index.js';
import { passportBody, passportItem } from './passport-body.js';
import { PASSPORT_OPERATION, PASSPORT_VERSION } from './passport-operations.js';
import {
  DifferenceFields,
  HistoryFields,
  QualityFields,
  ScoreAnswerFields,
  ValidationFields,
} from './review-answers.js';
import { EVENTS_MAX, ReviewPassports, THRESHOLD } from './review-passports.js';

const { path } = passportBody;
const HISTORY = fieldsOf(HistoryFields);
const QUALITY = fieldsOf(QualityFields);

class HistoryQuery {
  @IntField({ about: 'Page number of the history, starting at 1', min: 1, default: 1, example: 1 })
  readonly page!: number;
}

class DifferenceQuery {
  @IntField({ about: 'Number of the first version to compare', required: true, example: 1 })
  readonly from!: number;

  @IntField({ about: 'Number of the second version to compare', required: true, example: 2 })
  readonly to!: number;
}

class ThresholdQuery {
  @IntField({
    about: 'Score threshold; only passports with a lower score are returned',
    max: 100,
    default: THRESHOLD,
    example: THRESHOLD,
  })
  readonly threshold!: number;
}

const review = {
  ...PASSPORT_OPERATION,
  by: ReviewPassports,
  right: needs.right(DPP_RIGHTS.read),
  effect: 'reads',
} as const;

/** Reviews before and after publication (passports.md, "Authoring"). */
export const REVIEW_OPERATIONS: readonly Operation[] = [
  operation({
    ...review,
    name: 'score',
    summary: 'Read the completeness score of a passport',
    rest: { verb: 'GET', path: `${path}/:id/score` },
    input: PASSPORT_VERSION,
    output: answers.fields(ScoreAnswerFields),
    run: async (reviews, { id, query: { version } }, { caller }) => {
      const { score, items } = await reviews.score(id, version ?? undefined, actorOf(caller));
      return { score, threshold: THRESHOLD, items };
    },
  }),
  operation({
    ...review,
    name: 'validate',
    summary: 'Check whether a passport can be published',
    rest: { verb: 'GET', path: `${path}/:id/validate` },
    input: PASSPORT_VERSION,
    output: answers.fields(ValidationFields),
    run: async (reviews, { id, query: { version } }, { caller }) => {
      const faults = await reviews.validate(id, version ?? undefined, actorOf(caller));
      return {
        valid: faults.length === 0 ? 1 : 0,
        faults: faults.map((fault) => ({
          path: 'field' in fault ? (fault.field ?? null) : null,
          message: plain(say(fault)),
        })),
      };
    },
  }),
  operation({
    ...review,
    name: 'history',
    summary: 'Read the history of a passport',
    about: `Returns the oldest entries first, ${withCommas(EVENTS_MAX)} per page. For later entries, send \`?page=2\` and so on.`,
    rest: { verb: 'GET', path: `${path}/:id/history` },
    input: { id: takes.id(), query: takes.query(HistoryQuery) },
    output: answers.fieldsList(HistoryFields),
    run: async (reviews, { id, query: { page } }) => {
      const events = await reviews.history(id, page);
      return events.map((event) => toWire(HISTORY, { ...event, actor: event.actor.kind, actorId: event.actor.id }));
    },
  }),
  operation({
    ...review,
    name: 'diff',
    summary: 'Compare two versions of a passport',
    rest: { verb: 'GET', path: `${path}/:id/diff` },
    input: { id: takes.id(), query: takes.query(DifferenceQuery) },
    output: answers.fields(DifferenceFields),
    run: async (reviews, { id, query: { from, to } }) => {
      const differences = await reviews.difference(id, { from, to }, (version) => ({
        ...passportItem(version),
        dpp_payload: version.dppPayload,
        // Describes the origin of values, not the values.
        taken_from_sheets: null,
      }));
      return { from, to, differences };
    },
  }),
  operation({
    ...review,
    name: 'quality',
    summary: 'Search passports below a completeness score',
    about:
      'Evaluates the working version of each passport, or the published version if there is none. Archived passports are left out. Accepts the same search criteria as the passport search.',
    deadline: 'bulk',
    rest: { verb: 'GET', path: 'dpp/manage/quality' },
    input: {
      search: takes.criteriaOver(PassportFields, { mayBeAbsent: true }),
      query: takes.query(ThresholdQuery),
    },
    output: answers.fieldsSearch(QualityFields),
    run: async (reviews, { search, query: { threshold } }, { caller }) => {
      const { items, total } = await reviews.quality(search.criteria, threshold, actorOf(caller));
      return { items: items.map(({ version, missing }) => ({ ...toWire(QUALITY, version), missing })), total };
    },
  }),
];
