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
const PLATFORM_AT = '2026-01-31 10:15:00';
const guest = (at: string | null) => ({ id: 1, first: at === null ? null : { at }, visits: [{ at }] });

describe('answerForm()', () => {
  it.each([
    ['object', answers.fields(Guest), guest(AT), guest(PLATFORM_AT)],
    ['object with nulls', answers.fields(Guest), guest(null), guest(null)],
    ['array', answers.fieldsList(Guest), [guest(AT), guest(null)], [guest(PLATFORM_AT), guest(null)]],
    [
      'search',
      answers.fieldsSearch(Guest),
      { items: [guest(AT)], total_count: 1 },
      { items: [guest(PLATFORM_AT)], total_count: 1 },
    ],
    ['null', answers.orNull(answers.fields(Guest)), null, null],
    ['boolean', answers.true, true, true],
  ])('writes instants in the format of the platform: %s', (_, spec, answer, expected) => {
    expect(answerForm(spec, 'platform')(answer)).toEqual(expected);
    expect(answerForm(spec, 'iso')(answer)).toEqual(answer);
  });

  it('streams long lists and formats their elements as they are written', () => {
    const items = Array.from({ length: 1001 }, () => guest(AT));
    const long = answerForm(answers.fieldsSearch(Guest), 'platform')({ items, total_count: 1001 });
    expect(long).toBeInstanceOf(StreamedObject);
    const list = (long as StreamedObject).members['items'] as StreamedList;
    expect([...list.elements()]).toEqual(items.map(() => guest(PLATFORM_AT)));
    expect(answerForm(answers.fieldsList(Guest), 'iso')(items)).toBeInstanceOf(StreamedList);
    expect(answerForm(answers.fields(Guest), 'iso')({ id: 1, visits: items })).toBeInstanceOf(StreamedObject);
    const short = { items: items.slice(1), total_count: 1000 };
    expect(answerForm(answers.fieldsSearch(Guest), 'iso')(short)).toEqual(short);
  });
});
