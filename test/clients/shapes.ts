import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from 'shacl-engine';

const FOLDER = join(__dirname, '../fixtures/passports/shapes');

/** Short names of where a shape found something: of the last step of its path, and of which kind. */
const faultOf = ({ path, constraintComponent, focusNode }: Result): string => {
  const [last] = (path ?? []).at(-1)?.predicates ?? [];
  const node = focusNode.term.termType === 'BlankNode' ? 'node' : focusNode.term.value;
  const name = last === undefined ? node : last.value.replace(/^.*[#/]/, '');
  return `${name} ${constraintComponent.value.replace(/^.*#(.*)ConstraintComponent$/, '$1')}`;
};

/** Validates statements (N-Quads) by the shapes of these files of `test/fixtures/passports/shapes`; returns what they find. */
export const shapesOf = async (
  ...names: readonly string[]
): Promise<(nQuads: string) => Promise<readonly string[]>> => {
  const { DataFactory, Parser, Store } = await import('n3');
  const { Validator } = await import('shacl-engine');
  const storeOf = (text: string, format: string): InstanceType<typeof Store> => {
    const store = new Store();
    store.addQuads(new Parser({ format }).parse(text));
    return store;
  };
  const texts = names.map((name) => readFileSync(join(FOLDER, `${name}.ttl`), 'utf8'));
  const validator = new Validator(storeOf(texts.join('\n'), 'text/turtle'), { factory: DataFactory });
  return async (nQuads) => {
    const { conforms, results } = await validator.validate({ dataset: storeOf(nQuads, 'application/n-quads') });
    const faults = [...new Set(results.map(faultOf))].toSorted();
    if (conforms !== (faults.length === 0)) throw new Error('a report that contradicts itself');
    return faults;
  };
};
