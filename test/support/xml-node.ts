import { SaxesParser } from 'saxes';

export interface XmlNode {
  /** Name without its prefix. */
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** Parses a well-formed document and returns its root. */
export const parseXml = (text: string): XmlNode => {
  const root: XmlNode & { children: XmlNode[] } = {
    name: '',
    namespace: '',
    attributes: {},
    children: [],
    text: '',
  };
  const open: { children: XmlNode[]; text: string }[] = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value] as const);
    const node = { name: local, namespace: uri, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (part) => {
    const inner = open.at(-1);
    if (inner) inner.text += part;
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  const [found] = root.children;
  if (!found) throw new Error('a document without a root');
  return found;
};

/** The element at this path below a node; undefined if there is none. */
export const nodeAt = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((inner, name) => inner?.children.find((child) => child.name === name), node);
