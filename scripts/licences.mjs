// Checks the licences of the product's packages (docs/security.md, "What the product is made of").

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(' AND ') || undefined;

const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);

/** Each package of a CycloneDX SBOM, by name; `licence` is undefined if the SBOM names none. */
export const licencesOf = ({ components }) =>
  components
    .map((component) => ({ name: nameOf(component), version: component.version, licence: licenceOf(component) }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));

/** Whether each part of an expression, or one side of an OR, is allowed. */
const isAllowed = (expression, allowed) =>
  expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => allowed.includes(one.trim())));

const judged = ({ name, licence }, { allowed, packages }) => {
  const known = packages.find((one) => one.name === name);
  if (known) return known.declared === (licence ?? null);
  return licence !== undefined && isAllowed(licence, allowed);
};

/** What is wrong: packages whose licence isn't allowed, and exceptions that no package needs. */
export const licenceFaults = (listed, policy) => [
  ...listed
    .filter((one) => !judged(one, policy))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version}: the license ${licence ?? '(none)'} is not in the list of allowed licenses`,
    ),
  ...policy.packages
    .filter(({ name }) => !listed.some((one) => one.name === name))
    .map(({ name }) => `${name}: the exception is for a package that is not installed`),
];

const TEXT = /^(?:licen[cs]e|notice|copying)/i;

/** Copies the licence texts of the installed packages into a folder, because archive and image contain their code. */
export const copyLicenceTexts = (listed, modules, folder) => {
  rmSync(folder, { recursive: true, force: true });
  for (const { name } of listed) {
    if (!existsSync(join(modules, name))) continue;
    for (const file of readdirSync(join(modules, name)).filter((own) => TEXT.test(own))) {
      mkdirSync(join(folder, name), { recursive: true });
      cpSync(join(modules, name, file), join(folder, name, file), { recursive: true });
    }
  }
};

/** A line for each package. */
export const licenceList = (listed, { packages }) =>
  listed
    .map(({ name, version, licence }) => {
      const known = packages.find((one) => one.name === name);
      return `${name} ${version}: ${known ? known.licence : licence}\n`;
    })
    .join('');
