import { pascalCase } from '../records/index.js';

/** How a value is described, read and written in XML. */
export type Shape = ScalarShape | ObjectShape | ListShape;

/** XML Schema types that Kontor uses. */
type ScalarType = 'int' | 'long' | 'double' | 'boolean' | 'string';

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  /** Parses a text; default: by type. */
  readonly read?: (text: string) => unknown;
  /** Formats a value as text; default: by type. */
  readonly write?: (value: unknown) => string;
}

/** A child element of an object. */
export interface Member {
  /** Name of the element in camelCase; also the key of the parsed value. */
  readonly name: string;
  /** Key of the value in a response, in snake_case. */
  readonly key: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  /** Whether a call may send null to remove a value; responses omit the element. */
  readonly isNillable?: boolean;
  readonly about?: string | undefined;
}

export interface ObjectShape {
  readonly kind: 'object';
  /** Name of the complexType: `PricingDataCustomerPriceInterface`. */
  readonly name: string;
  /** Members in order. For recursive objects, they are filled in after the object exists. */
  readonly members: readonly Member[];
  /** Converts the parsed object, if it represents something else. */
  readonly read?: (value: Readonly<Record<string, unknown>>) => unknown;
  /** Converts a value to an object before it is written, if it represents something else. */
  readonly write?: (value: unknown) => Readonly<Record<string, unknown>>;
}

/** A list: `<list><item/><item/></list>`. */
export interface ListShape {
  readonly kind: 'array';
  readonly item: Shape;
  /** Type name of the entries in the name of the list; default: the name of the item's type. */
  readonly of?: string;
  /** Whether the items are rows of a bulk call. */
  readonly ofRows?: boolean;
  readonly read?: (items: readonly unknown[]) => unknown;
  readonly write?: (value: unknown) => Iterable<unknown>;
}

/** Element name of list items. */
export const ITEM = 'item';

export const INT: ScalarShape = { kind: 'scalar', type: 'int' };
export const LONG: ScalarShape = { kind: 'scalar', type: 'long' };
export const DOUBLE: ScalarShape = { kind: 'scalar', type: 'double' };
export const BOOLEAN: ScalarShape = { kind: 'scalar', type: 'boolean' };
export const STRING: ScalarShape = { kind: 'scalar', type: 'string' };

export const listOf = (item: Shape): ListShape => ({ kind: 'array', item });

/** Name of a shape's type: `int`, `ArrayOfInt`, `PricingDataCustomerPriceInterface`. */
export const typeNameOf = (shape: Shape): string => {
  switch (shape.kind) {
    case 'scalar':
      return shape.type;
    case 'object':
      return shape.name;
    case 'array':
      return `ArrayOf${pascalCase(shape.of ?? typeNameOf(shape.item))}`;
  }
};

/** A child element. By default its key in responses is derived from its name. */
export const member = (name: string, shape: Shape, isRequired: boolean, key = name): Member => ({
  name,
  key,
  shape,
  isRequired,
});
