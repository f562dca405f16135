const RESERVED = /[!'()*]/g;
const NEEDS_NONE = /^[\w\-.~]*$/;

/** Encodes a text according to RFC 3986: letters, digits and `-._~` are unchanged, hex digits are uppercase. */
export const encoded = (text: string): string =>
  NEEDS_NONE.test(text)
    ? text
    : encodeURIComponent(text).replace(RESERVED, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Decodes percent-encoding. Invalid sequences and invalid UTF-8 are left as they are; a plus is not a space. */
export const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  return unescaped(text) ?? text.replace(/(?:%[\da-f]{2})+/gi, (codes) => unescaped(codes) ?? codes);
};

const CODE = /%([\da-f]{2})/gi;
const MAY_STAND_IN_A_PATH = /[A-Za-z\d\-._~!$&'()*+,;=:@/]/;

/** Decodes all unnecessary percent-encoding in a path, including that of `/`. */
export const plainPath = (path: string): string =>
  path.includes('%')
    ? path.replace(CODE, (code, hex: string) => {
        const sign = String.fromCharCode(Number.parseInt(hex, 16));
        return MAY_STAND_IN_A_PATH.test(sign) ? sign : code;
      })
    : path;

/** Whether a path contains `.` or `..` as a segment, in any encoding: a proxy may have normalized it. */
export const hasDotSegments = (path: string): boolean =>
  plainPath(path)
    .split('/')
    .some((segment) => segment === '.' || segment === '..');
