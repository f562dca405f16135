import { type Day } from '../../../../libs/kernel/index.js';
import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import { AttributesField, DayField, StringField } from '../../../../libs/records/index.js';
import { actorOf, NOTICE_STATUSES, type NoticeStatus } from '../../passport/domain/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../passport/index.js';
import { passportBody } from './passport-body.js';
import { PASSPORT_OPERATION } from './passport-operations.js';
import { PublishNotices } from './publish-notices.js';

/** A reserved item has no published version that a notice could replace. */
const WORDS = NOTICE_STATUSES.filter((status) => status !== 'reserved');

export class NoticeFields {
  @StringField({ about: 'Status that the notice announces', words: WORDS, required: true, example: 'recalled' })
  readonly status!: NoticeStatus;

  @DayField({ about: 'Effective date of the status', required: true, example: '2027-03-01' })
  readonly date!: Day;

  @AttributesField({
    about: 'Public message by language',
    required: true,
    example: { en: 'Stop using this battery and return it to the seller.' },
  })
  readonly text!: Readonly<Record<string, string>>;

  @StringField({
    about: 'URL of a page with more information; null if there is none',
    maxLength: 1000,
    nullable: true,
    example: 'https://rheinpfad.example/recall',
  })
  readonly link!: string | null;
}

const path = `${passportBody.path}/:id/notice`;
const ofNotices = { ...PASSPORT_OPERATION, by: PublishNotices } as const;

/** Notices (passports.md, "Notices"). */
export const NOTICE_OPERATIONS: readonly Operation[] = [
  operation({
    ...ofNotices,
    name: 'notice',
    summary: 'Read the public notice of a passport',
    about: 'Returns null if there is no notice.',
    right: needs.right(DPP_RIGHTS.read),
    effect: 'reads',
    rest: { verb: 'GET', path },
    input: { id: takes.id() },
    output: answers.orNull(answers.fields(NoticeFields)),
    run: async (notices, { id }) => (await notices.find(id)) ?? null,
  }),
  operation({
    ...ofNotices,
    name: 'publishNotice',
    summary: 'Publish a notice for a passport',
    about:
      'The notice is shown with the published passport and kept across revisions. A notice with the status `recycled` ends the passport, which is then archived. If a passport is archived as `recalled` or `end_of_life`, its page, codes and resolver links show only the notice. This ends when the notice is deleted or the passport is published again. A new notice replaces the previous one.',
    right: needs.right(PUBLISH),
    effect: 'writes',
    rest: { verb: 'POST', path },
    input: { id: takes.id(), body: takes.fields(NoticeFields) },
    output: answers.fields(NoticeFields),
    errors: [400],
    run: (notices, { id, body: { status, date, text, link } }, { caller }) =>
      notices.publish(id, { status, date, text, link }, actorOf(caller)),
  }),
  operation({
    ...ofNotices,
    name: 'takeBackNotice',
    summary: 'Delete the notice of a passport',
    about: 'If the notice ended the passport, the archived version is published again.',
    right: needs.right(PUBLISH),
    effect: 'deletes',
    rest: { verb: 'DELETE', path },
    input: { id: takes.id() },
    output: answers.true,
    errors: [400],
    run: (notices, { id }, { caller }) => notices.takeBack(id, actorOf(caller)),
  }),
];
