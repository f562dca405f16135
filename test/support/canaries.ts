import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import type { Point } from '../../src/dpp/templates/domain/index.js';

/** The part of JSON Schema that templates use to describe a payload property. */
export interface CanarySchema {
  readonly type?: string;
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, CanarySchema>>;
  readonly anyOf?: readonly CanarySchema[];
  readonly items?: CanarySchema;
  readonly additionalProperties?: unknown;
  readonly $defs?: Readonly<Record<string, CanarySchema>>;
}

/** A property with values that occur nowhere else. */
export interface Planted {
  readonly path: string;
  readonly point: Point;
  readonly isDynamic: boolean;
  /** Name of the compressed EN 18222 element. */
  readonly element: string;
  /**
   * The canaries, one per language for language maps. Empty if the property cannot contain a word (enum, boolean,
   * country).
   */
  readonly canaries: readonly string[];
}

export interface Planting {
  /** One digit that is part of each canary. */
  readonly generation: number;
  readonly pointOf: (path: string) => Point;
  readonly isDynamic: (path: string) => boolean;
  /** Properties to leave out. */
  readonly without?: ReadonlySet<string>;
  /** Properties to fill first, so that they get lower numbers. */
  readonly first?: ReadonlySet<string>;
  /** Enum values to use. */
  readonly words?: Readonly<Record<string, string>>;
}

/** Canary `g.p.n`, written as the digits 4g73pnnn in a word, URL or number. Dates contain it as the year 6gpd. */
const digitsOf = (generation: number, point: Point, number: number): string =>
  `4${generation}73${point}${String(number).padStart(3, '0')}`;

const TOKEN = /\d[\d.,-]*\d/g;
const DIGITS = /^4(\d)73(\d)(\d{2,3})\d?$/;
const DATE = /\b6(\d)(\d)(\d)-01-01|\b1\.? Januar(?:y|) 6(\d)(\d)(\d)\b/g;

/**
 * All canaries in a text, in order and without duplicates. `2.1.17` is number 17 of point 1 in generation 2; `d` marks
 * a date.
 */
export const canariesIn = (text: string): readonly string[] => {
  const found = new Set<string>();
  for (const [token] of text.matchAll(TOKEN)) {
    const [, generation, point, number] = DIGITS.exec(token.replace(/\D/g, '')) ?? [];
    if (generation !== undefined) found.add(`${generation}.${point ?? ''}.${Number(number)}`);
  }
  for (const [, g, p, n, g2, p2, n2] of text.matchAll(DATE)) found.add(`${g ?? g2}.${p ?? p2}.d${n ?? n2}`);
  return [...found].sort();
};

class Planter {
  readonly planted: Planted[] = [];
  private readonly numbers = new Map<Point, number>();
  private readonly days = new Map<Point, number>();

  constructor(
    private readonly root: CanarySchema,
    private readonly planting: Planting,
  ) {}

  object(schema: CanarySchema, path: string, element: string): JsonObject {
    const under = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const isFirst = (name: string): number => (this.planting.first?.has(under(name)) === true ? 0 : 1);
    const listed = Object.entries(schema.properties ?? {}).toSorted(([one], [other]) => isFirst(one) - isFirst(other));
    const members = listed.flatMap(([name, member]) => {
      const at = under(name);
      if (this.planting.without?.has(at)) return [];
      const folder = `${element}.${name}${path === '' && this.planting.isDynamic(at) ? '.value' : ''}`;
      return [[name, this.value(this.resolved(member), at, folder)] as const];
    });
    return Object.fromEntries(members) as JsonObject;
  }

  private resolved(schema: CanarySchema): CanarySchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : { ...schema, ...this.root.$defs?.[name] };
  }

  private value(schema: CanarySchema, path: string, element: string): unknown {
    if (schema.type === 'array')
      return [this.value(this.resolved(schema.items ?? {}), path, schema.items ? `${element}[0]` : element)];
    if (schema.type === 'object' && schema.properties) return this.object(schema, path, element);
    if (schema.type === 'object') {
      const [en, de] = [this.next(path), this.next(path)];
      this.plant(path, element, [en.id, de.id]);
      return { en: `Canary ${en.digits}`, de: `Kanari ${de.digits}` };
    }
    return this.scalar(schema, path, element);
  }

  private scalar(schema: CanarySchema, path: string, element: string): unknown {
    const word = this.planting.words?.[path] ?? schema.enum?.[0];
    if (word !== undefined || schema.type === 'boolean') {
      this.plant(path, element, []);
      return word ?? true;
    }
    const format = schema.format ?? schema.anyOf?.find((one) => one.format !== undefined)?.format;
    if (format?.startsWith('date')) {
      const point = this.planting.pointOf(path);
      const number = (this.days.get(point) ?? 0) + 1;
      this.days.set(point, number);
      this.plant(path, element, [`${this.planting.generation}.${point}.d${number}`]);
      const day = `6${this.planting.generation}${point}${number}-01-01`;
      return format === 'date' ? day : `${day}T00:00:00Z`;
    }
    const { id, digits } = this.next(path);
    if (schema.type === 'integer' || schema.type === 'number') {
      this.plant(path, element, [id]);
      return Number(schema.type === 'integer' ? digits : `${digits.slice(0, 2)}.${digits.slice(2)}7`);
    }
    const forms = [
      ...(schema.format === 'uri' ? [] : [`Canary ${digits}`]),
      `https://canary.example/${digits}`,
      `${digits.slice(0, 6)}-${digits.slice(6)}-0`,
      `${digits.slice(0, 3)}-${digits.slice(3, 5)}${digits[6] ?? ''}-${digits[7] ?? ''}`,
    ];
    const form = forms.find((one) => new RegExp(schema.pattern ?? '').test(one));
    this.plant(path, element, form === undefined ? [] : [id]);
    // A value that cannot contain a canary is a country.
    return form ?? 'HU';
  }

  private next(path: string): { readonly id: string; readonly digits: string } {
    const { generation, pointOf } = this.planting;
    const point = pointOf(path);
    const number = (this.numbers.get(point) ?? 0) + 1;
    this.numbers.set(point, number);
    return { id: `${generation}.${point}.${number}`, digits: digitsOf(generation, point, number) };
  }

  private plant(path: string, element: string, canaries: readonly string[]): void {
    const { pointOf, isDynamic } = this.planting;
    this.planted.push({ path, point: pointOf(path), isDynamic: isDynamic(path), element, canaries });
  }
}

/** A payload in which every property has its own canary. */
export const payloadOfCanaries = (
  schema: CanarySchema,
  planting: Planting,
): { readonly payload: JsonObject; readonly planted: readonly Planted[] } => {
  const planter = new Planter(schema, planting);
  return { payload: planter.object(schema, '', '$'), planted: planter.planted };
};
