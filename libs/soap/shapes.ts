import { pascalCase } from '../records/index.js';

/** A value in XML: how it is described, read and written. */
export type Shape = ScalarShape | ObjectShape | ListShape;

/** The simple types of XML Schema that Kontor uses. */
type ScalarType = 'int' | 'long' | 'double' | 'boolean' | 'string';

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  /** Parses a text; by default as its type says. */
  readonly read?: (text: string) => unknown;
  /** The text of a value; as the type says where nothing is given. */
  readonly write?: (value: unknown) => string;
}

/** An element of an object. */
export interface Member {
  /** The element's name, camelCase; the key under which it is read. */
  readonly name: string;
  /** The key of the value in an answer, snake_case. */
  readonly key: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  /** Whether a call may say null, which takes a value away; an answer leaves such an element out. */
  readonly isNillable?: boolean;
  readonly about?: string | undefined;
}

export interface ObjectShape {
  readonly kind: 'object';
  /** Name of its complexType: `PricingDataCustomerPriceInterface`. */
  readonly name: string;
  /** In their order. Objects that hold each other are there before their members. */
  readonly members: readonly Member[];
  /** Converts an object that was read, if it has another meaning. */
  readonly read?: (value: Readonly<Record<string, unknown>>) => unknown;
  /** The object by which a value is written, where it is something else. */
  readonly write?: (value: unknown) => Readonly<Record<string, unknown>>;
}

/** A list: `<list><item/><item/></list>`. */
export interface ListShape {
  readonly kind: 'array';
  readonly item: Shape;
  /** Whether its items are rows of a bulk call. */
  readonly ofRows?: boolean;
  readonly read?: (items: readonly unknown[]) => unknown;
  readonly write?: (value: unknown) => Iterable<unknown>;
}

/** The element of a list's entries. */
export const ITEM = 'item';

export const INT: ScalarShape = { kind: 'scalar', type: 'int' };
export const LONG: ScalarShape = { kind: 'scalar', type: 'long' };
export const DOUBLE: ScalarShape = { kind: 'scalar', type: 'double' };
export const BOOLEAN: ScalarShape = { kind: 'scalar', type: 'boolean' };
export const STRING: ScalarShape = { kind: 'scalar', type: 'string' };

export const listOf = (item: Shape): ListShape => ({ kind: 'array', item });

/** The name of the type of a shape: `int`, `ArrayOfInt`, `PricingDataCustomerPriceInterface`. */
export const typeNameOf = (shape: Shape): string => {
  switch (shape.kind) {
    case 'scalar':
      return shape.type;
    case 'object':
      return shape.name;
    case 'array':
      return `ArrayOf${pascalCase(typeNameOf(shape.item))}`;
  }
};

/** One element of an object. Its key in answers follows from its name by default. */
export const member = (name: string, shape: Shape, isRequired: boolean, key = name): Member => ({
  name,
  key,
  shape,
  isRequired,
});
