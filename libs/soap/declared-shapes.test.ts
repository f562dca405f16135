import { fieldsOf, InstantField, SecretField, StringField } from '../records/index.js';
import { DeclaredShapes, type Use } from './declared-shapes.js';

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

describe('null (soap.md, "On the wire")', () => {
  it.each([[['input']], [['row']], [['input', 'answer']]] as const)(
    'may be said in %j of what may be sent and taken away',
    (uses) => expect(nillable(...uses)).toEqual(['note', 'password']),
  );

  it('is nothing that an answer says', () => expect(nillable('answer')).toEqual([]));
});
