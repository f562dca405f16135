import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Format } from 'ajv';
import { RE2JS } from 're2js';
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
import { referenced, subschemas, SCHEMA_LIMITS } from '../../../templates/domain/index.js';

/** Number of instructions of a compiled pattern: matching takes at most that many steps per character. */
export const programSize = (pattern: string): number => RE2JS.compile(pattern).programSize();

/**
 * Merchants' patterns run on RE2, whose time grows only linearly with the pattern and the text, so they cannot hang
 * like a backtracking engine. Look-around and back references are refused. A text too long for its pattern does not
 * match; it exceeds its `maxLength` too, or the template would have been refused. Ajv caches patterns by `toString()`,
 * so each pattern returns its own text there.
 */
const linearPattern = (pattern: string): RegExp => {
  const compiled = RE2JS.compile(pattern);
  const longest = SCHEMA_LIMITS.patternSteps / compiled.programSize();
  return {
    test: (text: string) => text.length <= longest && compiled.matcher(text).find(),
    toString: () => `linear /${pattern}/`,
  } as unknown as RegExp;
};

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DURATION = /^P(?=.)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

const text = (is: (value: string) => boolean): Format => ({ type: 'string', validate: is });

/**
 * All supported formats; a schema with another format is refused. None of them backtracks, and links can only have safe
 * schemes.
 */
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

/** Maximum number of errors kept from alternatives while another alternative can still match. */
const UNCERTAIN_MAX = 10_000;

const HOUSE_KEYWORDS = ['x-weight', 'x-disclosure', 'x-cite', 'x-voluntary', 'x-none', 'x-dynamic', 'x-document'];
const regExp = Object.assign(linearPattern, { code: 'linearPattern' });

const OPTIONS = {
  strict: true,
  // Ajv only sees declarations next to the condition in the same schema; `templateFaults` checks all of them.
  strictRequired: false,
  // A value can have two types, such as number or null.
  allowUnionTypes: true,
  addUsedSchema: false,
  inlineRefs: false,
  logger: false,
  formats: FORMATS,
} as const;

/** The compiled meta-schema, which checks whether a schema is valid. */
const standard = new Ajv2020({ ...OPTIONS, allErrors: true, code: { regExp } });

/** Throws if the schema is invalid under the JSON Schema standard. */
export const mustBeSchema = (schema: JsonObject): void => {
  void standard.validateSchema(schema, true);
};

/** Keywords below which an error is not final: another alternative can match, or the error is the expected outcome. */
const OPEN_ENDED = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains']);
const keywordOf = (path: string): string => path.split('/', 1)[0] ?? '';

/** All schemas that are applied below such a keyword, following references. */
const openEnded = (root: JsonObject): ReadonlySet<JsonObject> => {
  const found = new Set<JsonObject>();
  const sure = new Set<JsonObject>();
  const visit = (schema: JsonObject, open: boolean): void => {
    const known = open ? found : sure;
    if (known.has(schema)) return;
    known.add(schema);
    for (const [path, inside] of subschemas(schema)) {
      const keyword = keywordOf(path);
      if (keyword !== '$defs') visit(inside, open || OPEN_ENDED.has(keyword));
    }
    const target = referenced(root, schema['$ref']);
    if (target) visit(target, open);
  };
  visit(root, false);
  return found;
};

const MAPS = new Set(['properties', '$defs', 'dependentSchemas']);

/**
 * True if an error is final according to its schema path. For example, an error at `#/properties/a/anyOf/0/type` is
 * not.
 */
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

/** Ajv whose compiled functions report each error at once. */
class TellingAjv extends Ajv2020 {
  readonly certain: ErrorObject[] = [];
  private uncertain = 0;

  begin(): void {
    this.certain.length = 0;
    this.uncertain = 0;
  }

  /** Called by compiled code; throws `Enough`. */
  tell(error: ErrorObject, isOpen: boolean): void {
    if (!isOpen && standsByPath(error.schemaPath)) this.certain.push(error);
    else this.uncertain += 1;
    if (this.certain.length >= FAULTS_MAX || this.uncertain >= UNCERTAIN_MAX) throw new Enough();
  }
}

/** Where the generated code of ajv (8.20) adds an error to its list. */
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
    const bounded = code.replace(ADDED, `vErrors.push($1);}errors++;self.tell($1, ${isOpen});`);
    if (bounded === code && code.includes('vErrors.push(')) throw new Error('ajv writes errors in another way');
    return bounded;
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
 * A schema compiled for two purposes. The first function decides whether a payload is valid and stops at the first
 * error, so it is exact and fast. The second collects the errors of an invalid payload. Alternatives create an error
 * for each entry and alternative, which can take gigabytes, so collection stops at 100 final or 10,000 tentative
 * errors.
 */
export class BoundedValidator {
  readonly #isRight: ValidateFunction;
  #errors: ((payload: Json) => readonly ErrorObject[]) | undefined;

  /** Throws if the schema does not compile. */
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
