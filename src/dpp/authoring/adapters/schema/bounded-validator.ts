import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { FAULTS_MAX, parseDay } from '../../../../../libs/kernel/index.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  isCountry,
  gtin14,
  isLanguageTag,
  isSafeIri,
} from '../../../passport/domain/index.js';
import { referenced, subschemas } from '../../../templates/domain/index.js';
import { linearPattern } from './regular-expressions.js';
import type { Format } from 'ajv';

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DURATION = /^P(?=.)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

const text = (is: (value: string) => boolean): Format => ({ type: 'string', validate: is });

/** All formats there are: another name makes a schema refused. None backtracks; links are only of schemes that are safe. */
const FORMATS: Readonly<Record<string, Format>> = {
  date: text((value) => parseDay(value) !== undefined),
  'date-time': text((value) => parseDay(INSTANT.exec(value)?.[1] ?? '') !== undefined),
  duration: text((value) => DURATION.test(value)),
  uri: text(isSafeIri),
  email: text((value) => /^[^\s@<>()[\],;:"\\]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(value)),
  uuid: text((value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)),
  country: text(isCountry),
  'language-tag': text(isLanguageTag),
  gtin: text((value) => gtin14(value) !== undefined),
};

/** How many errors of alternatives may be at hand, which another alternative may yet take back. */
const UNCERTAIN_MAX = 10_000;

const HOUSE_KEYWORDS = ['x-weight', 'x-disclosure', 'x-cite', 'x-voluntary', 'x-none', 'x-dynamic'];
const regExp = Object.assign(linearPattern, { code: 'linearPattern' });

const OPTIONS = {
  strict: true,
  // It knows only what is declared in the same schema, not beside a condition: `templateFaults` knows all.
  strictRequired: false,
  // A value may be of two types, such as a number or null.
  allowUnionTypes: true,
  addUsedSchema: false,
  inlineRefs: false,
  logger: false,
  formats: FORMATS,
} as const;

/** Of the standard alone, compiled once: whether a schema is one. */
const standard = new Ajv2020({ ...OPTIONS, allErrors: true, code: { regExp } });

/** Throws on what is no schema of the standard. */
export const mustBeSchema = (schema: JsonObject): void => {
  void standard.validateSchema(schema, true);
};

/** Keywords below which an error is none yet: another alternative may hold, or the error is what is asked for. */
const OPEN_ENDED = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains']);
const keywordOf = (place: string): string => place.split('/', 1)[0] ?? '';

/** Every schema that is applied below such a keyword, references followed. */
const openEnded = (root: JsonObject): ReadonlySet<JsonObject> => {
  const found = new Set<JsonObject>();
  const sure = new Set<JsonObject>();
  const visit = (schema: JsonObject, open: boolean): void => {
    const known = open ? found : sure;
    if (known.has(schema)) return;
    known.add(schema);
    for (const [place, inside] of subschemas(schema)) {
      const keyword = keywordOf(place);
      if (keyword !== '$defs') visit(inside, open || OPEN_ENDED.has(keyword));
    }
    const target = referenced(root, schema['$ref']);
    if (target) visit(target, open);
  };
  visit(root, false);
  return found;
};

const MAPS = new Set(['properties', '$defs', 'dependentSchemas']);

/** Whether an error stands whatever comes, by the way through its schema: `#/properties/a/anyOf/0/type` doesn't. */
const standsByPath = (schemaPath: string | undefined): boolean => {
  if (schemaPath === undefined) return false;
  let isName = false;
  for (const step of schemaPath.split('/').slice(1, -1)) {
    if (!isName && OPEN_ENDED.has(step)) return false;
    isName = !isName && MAPS.has(step);
  }
  return true;
};

class Enough extends Error {}

/** Ajv with a place where the compiled functions tell each error as they make it. */
class TellingAjv extends Ajv2020 {
  readonly certain: ErrorObject[] = [];
  private uncertain = 0;

  begin(): void {
    this.certain.length = 0;
    this.uncertain = 0;
  }

  /** Called from compiled code; throws `Enough`. */
  tell(error: ErrorObject, isOpen: boolean): void {
    if (!isOpen && standsByPath(error.schemaPath)) this.certain.push(error);
    else this.uncertain += 1;
    if (this.certain.length >= FAULTS_MAX || this.uncertain >= UNCERTAIN_MAX) throw new Enough();
  }
}

/** Where ajv's code (8.20) adds an error to those it has. */
const ADDED = /vErrors\.push\((err\d+)\);\}errors\+\+;/g;

const compile = (schema: JsonObject, ajv: Ajv2020): ValidateFunction => {
  for (const keyword of HOUSE_KEYWORDS) ajv.addKeyword({ keyword });
  return ajv.compile(schema);
};

const quick = (schema: JsonObject): ValidateFunction =>
  compile(schema, new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false, code: { regExp } }));

const thorough = (schema: JsonObject): ((payload: Json) => readonly ErrorObject[]) => {
  const open = openEnded(schema);
  const process = (code: string, environment?: { readonly schema: unknown }): string => {
    const isOpen = isJsonObject(environment?.schema) && open.has(environment.schema);
    const told = code.replace(ADDED, `vErrors.push($1);}errors++;self.tell($1, ${isOpen});`);
    if (told === code && code.includes('vErrors.push(')) throw new Error('ajv writes errors in another way');
    return told;
  };
  const ajv = new TellingAjv({
    ...OPTIONS,
    meta: false,
    validateSchema: false,
    allErrors: true,
    code: { regExp, process },
  });
  const validate = compile(schema, ajv);
  return (payload) => {
    ajv.begin();
    try {
      return validate(payload) ? [] : (validate.errors ?? []);
    } catch (error) {
      if (error instanceof Enough) return [...ajv.certain];
      throw error;
    }
  };
};

/**
 * A schema compiled for two questions. Whether a payload is right, until the first error: exact, and quick where it is.
 * And, of one that isn't, all errors: alternatives make one for each entry and alternative, so that collecting them all
 * would take gigabytes; it stops at a hundred that stand, or at ten thousand that may not.
 */
export class BoundedValidator {
  readonly #isRight: ValidateFunction;
  #errors: ((payload: Json) => readonly ErrorObject[]) | undefined;

  /** Throws on a schema that doesn't compile. */
  constructor(private readonly schema: JsonObject) {
    this.#isRight = quick(schema);
  }

  errors(payload: JsonObject): readonly ErrorObject[] {
    if (this.#isRight(payload)) return [];
    const first = this.#isRight.errors ?? [];
    this.#errors ??= thorough(this.schema);
    const found = this.#errors(payload);
    return found.length > 0 ? found : first;
  }
}
