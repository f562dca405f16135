import { pascalCase } from '../records/index.js';
import { type Json, ref } from './json.js';

const untitled = ({ title: _, ...schema }: Json): string => JSON.stringify(schema);

/** The schemas that others name, each once. */
export class NamedSchemas {
  readonly all = new Map<string, Json>();

  /** The time format (wire.md, "3. Responses"). */
  constructor(readonly instants: 'iso' | 'platform') {}

  /**
   * Names a schema; a different one with the same name is a bug of its declaration. The title, if any, describes it.
   */
  add(name: string, schema: Json): Json {
    const named = pascalCase(name);
    const known = this.all.get(named);
    if (known && untitled(known) !== untitled(schema))
      throw new Error(`two schemas of the OpenAPI document are called ${named}`);
    this.all.set(named, { ...schema, ...known });
    return ref('schemas', named);
  }
}
