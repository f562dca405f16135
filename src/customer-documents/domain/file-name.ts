import { type Fault, sentence } from '../../../libs/kernel/index.js';

/** Limit of common file systems, in UTF-8 bytes. */
const NAME_BYTES_MAX = 255;

/**
 * Extensions that a web server or desktop can execute; no setting allows them. Families include all variants (`php5`,
 * `aspx`). The part before the first dot is compared with whole words only, so that `asphalt.pdf` is allowed.
 */
const FAMILIES = ['php', 'jsp', 'asp', 'htm', 'svg'];
const WORDS: ReadonlySet<string> = new Set([
  ...FAMILIES,
  ...['html', 'phtml', 'phtm', 'pht', 'phar', 'xml', 'xhtml', 'xht', 'shtml', 'shtm', 'xsl', 'xslt', 'mht', 'mhtml'],
  ...['js', 'mjs', 'cjs', 'jse', 'wsf', 'wsh', 'vbs', 'vbe', 'hta', 'swf', 'jar', 'war', 'jnlp'],
  ...['exe', 'dll', 'bat', 'cmd', 'msi', 'msp', 'scr', 'pif', 'cpl', 'lnk', 'ps1', 'psm1', 'psd1'],
  ...['sh', 'bash', 'zsh', 'ksh', 'csh', 'pl', 'py', 'pyc', 'pyw', 'rb', 'cgi', 'fcgi', 'cfm', 'cfc'],
  ...['asa', 'asax', 'ascx', 'ashx', 'asmx', 'axd', 'cshtml', 'vbhtml', 'htaccess', 'htpasswd'],
]);

/**
 * True if a part of the name is a blocked extension. `xml` is allowed only as the extension, because the content is
 * then checked to be an invoice.
 */
const isBlocked = (part: string, index: number, { length }: readonly string[]): boolean =>
  !(part === 'xml' && index === length - 1 && index > 0) &&
  (WORDS.has(part) || (index > 0 && FAMILIES.some((family) => part.startsWith(family))));

// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** Embeddings, overrides and isolates, which can make `fdp.exe` look like `exe.pdf`. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/** Parts of a name between dots. Full-width characters and spaces, which could hide an extension, are normalized. */
const partsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKC')
    .split('.')
    .map((part) => part.trim().toLowerCase());

/** The lowercase text after the last dot; empty if there is no dot. */
export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
};

const fault = (message: string, parameters?: Readonly<Record<string, unknown>>): Fault =>
  sentence(message, { fieldName: 'name', ...parameters }, 'name');

export const nameTooLong = (): Fault =>
  fault('The file name is longer than %max bytes. Use a shorter name.', { max: NAME_BYTES_MAX });

/** Returns the first fault of a file name (documents-files.md). */
export const nameFault = (name: string, allowed: readonly string[]): Fault | undefined => {
  if (/[/\\]/.test(name)) return fault('The file name contains "/" or "\\". Send the name without folders.');
  if (CONTROL.test(name) || /\p{Surrogate}/u.test(name))
    return fault('The file name contains control characters or invalid characters. Rename the file.');
  if (DIRECTION.test(name))
    return fault('The file name contains characters that change the text direction. Rename the file.');
  if (name.startsWith('.')) return fault('The file name starts with a dot. Rename the file.');
  if (new TextEncoder().encode(name).length > NAME_BYTES_MAX) return nameTooLong();
  const extension = extensionOf(name);
  if (extension === '')
    return fault('The file name has no extension. Add the extension of its format, such as ".pdf".');
  const blocked = partsOf(name).find(isBlocked);
  if (blocked !== undefined)
    return fault(
      'The file name contains the part "%extension", which is never allowed. Rename the file, or send it in another format.',
      {
        extension: blocked,
      },
    );
  if (!allowed.includes(extension))
    return fault('The extension "%extension" is not allowed. Send a file with one of these extensions: %allowed.', {
      extension,
      allowed: allowed.join(', '),
    });
  return undefined;
};
