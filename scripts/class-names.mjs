import { Parser } from 'acorn';
import { ancestor } from 'acorn-walk';

/** Stands once in each file that holds what `withClassNames` has made. */
export const NAMES_CLASSES = "const $named=(made,value)=>Object.defineProperty(made,'name',{value,configurable:true});";

const parsed = (contents) => {
  for (const sourceType of ['commonjs', 'module'])
    try {
      return Parser.parse(contents, { ecmaVersion: 'latest', sourceType, allowHashBang: true });
    } catch (error) {
      if (sourceType === 'module') throw error;
    }
};

/** What a class is called by its own text; `undefined` where nothing says so, or where it says by itself. */
const nameOf = (node, parent) => {
  const isNamed = ({ static: isStatic, key, computed }) =>
    isStatic && key?.type !== 'PrivateIdentifier' && ((!computed && key?.name) || key?.value) === 'name';
  if (node.body.body.some(isNamed)) return undefined;
  if (node.id) return node.id.name;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  return parent?.type === 'AssignmentExpression' && parent.left.type === 'Identifier' ? parent.left.name : undefined;
};

/**
 * Classes keep their names, by which the container and errors are told, whatever esbuild calls them in one file with so
 * many others. Its own `keepNames` does that for each function too, each time that it is made: a sixth of what a price costs.
 */
export const withClassNames = (contents) => {
  // Parsing is slow, so files that only have the word in a text are left out.
  if (!/\bclass(?:\s+[\w$]+)?\s*(?:\{|extends\b|\/\*)/.test(contents)) return contents;
  const found = [];
  const look = (node, _state, ancestors) => {
    const name = nameOf(node, ancestors.at(-2));
    if (name !== undefined) found.push([node.body.start + 1, `static{$named(this,'${name}')}`]);
  };
  ancestor(parsed(contents), { ClassDeclaration: look, ClassExpression: look });
  const texts = [];
  let from = 0;
  for (const [at, text] of found.toSorted(([one], [next]) => one - next)) {
    texts.push(contents.slice(from, at), text);
    from = at;
  }
  return [...texts, contents.slice(from)].join('');
};
