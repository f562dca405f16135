import { Parser } from 'acorn';
import { ancestor } from 'acorn-walk';

/** Helper that each file processed by `withClassNames` needs once. */
export const NAMES_CLASSES = "const $named=(made,value)=>Object.defineProperty(made,'name',{value,configurable:true});";

const parsed = (contents) => {
  for (const sourceType of ['commonjs', 'module'])
    try {
      return Parser.parse(contents, { ecmaVersion: 'latest', sourceType, allowHashBang: true });
    } catch (error) {
      if (sourceType === 'module') throw error;
    }
};

/** Name of a class in the source text; `undefined` if it has none or sets its own `name`. */
const nameOf = (node, parent) => {
  const isNamed = ({ static: isStatic, key, computed }) =>
    isStatic && key?.type !== 'PrivateIdentifier' && ((!computed && key?.name) || key?.value) === 'name';
  if (node.body.body.some(isNamed)) return undefined;
  if (node.id) return node.id.name;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  return parent?.type === 'AssignmentExpression' && parent.left.type === 'Identifier' ? parent.left.name : undefined;
};

/**
 * Keep the names of classes, which the container and errors use, when esbuild renames them in a bundle. esbuild's own
 * `keepNames` also names each function whenever it is created, which adds a sixth to the cost of a price.
 */
export const withClassNames = (contents) => {
  // Parsing is slow, so skip files that contain the word only in a string.
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
