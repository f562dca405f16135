import { answers, StreamedList, StreamedObject } from '../operations/index.js';
import { InstantField, IntField, ObjectField, ObjectsField } from '../records/index.js';
import { answerForm } from './answer-form.js';

class Visit {
  @InstantField({ about: 'When', nullable: true })
  readonly at!: Date | null;
}

class Guest {
  @IntField({ about: 'Which', example: 1 })
  readonly id!: number;

  @ObjectField(Visit, { about: 'The first', nullable: true })
  readonly first!: Visit | null;

  @ObjectsField(Visit, { about: 'All' })
  readonly visits!: readonly Visit[];
}

const AT = '2026-01-31T10:15:00.123Z';
const TOLD = '2026-01-31 10:15:00';
const guest = (at: string | null) => ({ id: 1, first: at === null ? null : { at }, visits: [{ at }] });

describe('the form of an answer', () => {
  it.each([
    ['object', answers.fields(Guest), guest(AT), guest(TOLD)],
    ['object without', answers.fields(Guest), guest(null), guest(null)],
    ['array', answers.fieldsList(Guest), [guest(AT), guest(null)], [guest(TOLD), guest(null)]],
    [
      'search',
      answers.fieldsSearch(Guest),
      { items: [guest(AT)], total_count: 1 },
      { items: [guest(TOLD)], total_count: 1 },
    ],
    ['null', answers.orNull(answers.fields(Guest)), null, null],
    ['bare', answers.true, true, true],
  ])('of the platform tells instants in its own way: %s', (_, spec, answer, expected) => {
    expect(answerForm(spec, 'platform')(answer)).toEqual(expected);
    expect(answerForm(spec, 'iso')(answer)).toEqual(answer);
  });

  it('says where a list is long, and rewrites it while it is written', () => {
    const items = Array.from({ length: 1001 }, () => guest(AT));
    const long = answerForm(answers.fieldsSearch(Guest), 'platform')({ items, total_count: 1001 });
    expect(long).toBeInstanceOf(StreamedObject);
    const list = (long as StreamedObject).members['items'] as StreamedList;
    expect([...list.elements()]).toEqual(items.map(() => guest(TOLD)));
    expect(answerForm(answers.fieldsList(Guest), 'iso')(items)).toBeInstanceOf(StreamedList);
    expect(answerForm(answers.fields(Guest), 'iso')({ id: 1, visits: items })).toBeInstanceOf(StreamedObject);
    const short = { items: items.slice(1), total_count: 1000 };
    expect(answerForm(answers.fieldsSearch(Guest), 'iso')(short)).toEqual(short);
  });
});
