import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { settingsOf } from './setting.js';
import { Settings } from './settings.js';

/** All that is wrong with the settings, told at once. */
export class SettingsRefused extends Error {
  constructor(readonly faults: readonly string[]) {
    super(["The settings can't be used:", ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The text of one setting: its own, or that of the file which NAME_FILE names. Empty is unset. */
const textOf = (name: string, environment: Environment, faults: string[]): string | undefined => {
  const [own, file] = [environment[name], environment[`${name}_FILE`]];
  if (!file) return own === '' ? undefined : own;
  if (own) {
    faults.push(`${name} and ${name}_FILE are both set: keep one of them.`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    faults.push(`${name}_FILE names "${file}", which can't be read (${code}): correct the path or its rights.`);
    return undefined;
  }
};

/** Rules across settings. */
const together = (settings: Settings): readonly string[] => [
  ...(!settings.usesSqlite && settings.JWT_SECRET === undefined
    ? ['JWT_SECRET is required with MySQL, so that all processes agree: set it to the output of: openssl rand -hex 32']
    : []),
  ...(!settings.usesSqlite && settings.PUBLIC_BASE_URL === undefined
    ? ['PUBLIC_BASE_URL is required with MySQL: set it to the address under which clients reach this server.']
    : []),
  ...((settings.ADMIN_USERNAME === undefined) !== (settings.ADMIN_PASSWORD === undefined)
    ? ['ADMIN_USERNAME and ADMIN_PASSWORD belong together: set both or neither.']
    : []),
];

/** Reads and checks all settings; `SettingsRefused` with every fault. */
export const readSettings = (environment: Environment): Settings => {
  const faults: string[] = [];
  const texts = Object.fromEntries(
    settingsOf(Settings).map(({ name, default: fallback }) => [name, textOf(name, environment, faults) ?? fallback]),
  );
  const settings = plainToInstance(Settings, texts);
  const broken = validateSync(settings, { forbidUnknownValues: false });
  faults.push(...broken.flatMap(({ constraints }) => Object.values(constraints ?? {})));
  if (typeof settings.DATABASE_URL === 'string') faults.push(...together(settings));
  if (faults.length > 0) throw new SettingsRefused(faults);
  return settings;
};

/** The settings of this process: a file `.env` in the working directory, and over it the environment. */
export const loadSettings = (): Settings => {
  let file: Environment = {};
  try {
    file = parseEnv(readFileSync('.env', 'utf8'));
  } catch {
    // No such file is the usual case.
  }
  return readSettings({ ...file, ...process.env });
};
