import type { RegistryFile } from './request.js';

/** Name and version of Kontor's own format, because the registry has not published one (passports-registry.md). */
const FORM = 'kontor-registry-export/1';
const NAMESPACE = 'urn:kontor:registry-export:1';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string | number): string => String(text).replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const asJson = ({ number, createdAt, requests }: RegistryFile): string =>
  `${JSON.stringify({ form: FORM, export: number, createdAt, requests }, null, 2)}\n`;

const asXml = ({ number, createdAt, requests }: RegistryFile): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<registryExport xmlns="${NAMESPACE}" export="${number}" createdAt="${escaped(createdAt)}">`,
    ...requests.flatMap(({ action, ...values }) => [
      `  <request action="${action}">`,
      ...Object.entries(values).map(([name, value]) => `    <${name}>${escaped(value)}</${name}>`),
      '  </request>',
    ]),
    '</registryExport>\n',
  ].join('\n');

/** Writers for each format, by file extension. Add a format here when the registry publishes one. */
export const REGISTRY_FORMS: Readonly<Record<string, (file: RegistryFile) => string>> = { json: asJson, xml: asXml };

const NUMBER_DIGITS = 8;

/** File name such as `registry-00000012.json`: the same for every attempt to write an export. */
export const fileNameOf = (number: number, ending: string): string =>
  `registry-${String(number).padStart(NUMBER_DIGITS, '0')}.${ending}`;
