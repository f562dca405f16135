/** Characters that XML 1.0 cannot contain, even escaped; written as the replacement character. */
const UNSUPPORTED_CHARACTERS =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

// eslint-disable-next-line no-control-regex -- as above
const UNSAFE = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // XML parsers convert a raw one to a line feed, and in attributes convert all three characters to spaces.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Escapes a text for an element or an attribute. */
export const escapeXml = (text: string): string =>
  UNSAFE.test(text)
    ? text.replace(UNSUPPORTED_CHARACTERS, '\ufffd').replace(/[&<>"\r\n\t]/g, (sign) => ESCAPES[sign] ?? sign)
    : text;

/** An element with attributes, for documents that are generated once. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly string[]
): string => {
  const attributeText = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escapeXml(value)}"`]))
    .join('');
  return children.length === 0
    ? `<${name}${attributeText}/>`
    : `<${name}${attributeText}>${children.join('')}</${name}>`;
};
