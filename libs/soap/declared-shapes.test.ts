import { fieldsOf, InstantField, ObjectsField, SecretField, StringField } from '../records/index.js';
import { DeclaredShapes, type Use } from './declared-shapes.js';
import { type Shape, typeNameOf } from './shapes.js';

class Sample {
  @StringField({ about: 'Name', required: true })
  readonly name!: string;

  @StringField({ about: 'Note', nullable: true })
  readonly note!: string | null;

  @InstantField({ about: 'When it was seen', nullable: true, access: 'read' })
  readonly seenAt!: Date | null;

  @SecretField({ about: 'Password', minLength: 1, maxLength: 9, nullable: true })
  readonly password!: string | null;
}

const nillable = (...uses: readonly Use[]): readonly string[] =>
  new DeclaredShapes()
    .members('Sample', fieldsOf(Sample), new Set(uses))
    .filter(({ isNillable }) => isNillable)
    .map(({ name }) => name);

class Line {
  @StringField({ about: 'SKU' })
  readonly sku!: string;
}

class Basket {
  @ObjectsField(Line, { about: 'Lines', listOf: 'FinalPrice' })
  readonly lines!: readonly Line[];

  @ObjectsField(Line, { about: 'Other lines' })
  readonly others!: readonly Line[];
}

describe('names of lists (soap.md, "Types")', () => {
  const lists = (): readonly Shape[] => {
    const shapes = new DeclaredShapes();
    const members = shapes.members('Sample', fieldsOf(Basket), new Set(['answer']));
    shapes.settle();
    return members.map(({ shape }) => shape);
  };

  it('are those of their items, unless the declaration has another name', () => {
    expect(lists().map(typeNameOf)).toEqual(['ArrayOfSampleDataFinalPriceInterface', 'ArrayOfSampleDataLineInterface']);
    expect(lists().map((shape) => shape.kind === 'array' && typeNameOf(shape.item))).toEqual([
      'SampleDataLineInterface',
      'SampleDataLineInterface',
    ]);
  });
});

describe('null (soap.md, "On the wire")', () => {
  it.each([[['input']], [['row']], [['input', 'answer']]] as const)(
    'is allowed in %j for fields that can be written and cleared',
    (uses) => expect(nillable(...uses)).toEqual(['note', 'password']),
  );

  it('does not occur in a response', () => expect(nillable('answer')).toEqual([]));
});
