import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { type Environment, givenEnvironment, textOf } from './environment.js';
import { settingsOf } from './setting.js';
import { Settings } from './settings.js';

export type { Environment } from './environment.js';

/** All that is wrong with the settings, told at once. */
export class SettingsRefused extends Error {
  constructor(readonly faults: readonly string[]) {
    super(["The settings can't be used:", ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

/** Rules across settings. */
const together = (settings: Settings): readonly string[] => [
  ...(!settings.usesSqlite && settings.JWT_SECRET === undefined
    ? ['JWT_SECRET is required with MySQL, so that all processes agree: set it to the output of: openssl rand -hex 32']
    : []),
  ...(!settings.usesSqlite && settings.PUBLIC_BASE_URL === undefined
    ? ['PUBLIC_BASE_URL is required with MySQL: set it to the address under which clients reach this server.']
    : []),
  ...(settings.DATABASE_PASSWORD !== undefined && settings.usesSqlite
    ? [
        'DATABASE_PASSWORD is set, but SQLite has no password: set DATABASE_URL to mysql://user@host:3306/name, or unset it.',
      ]
    : []),
  ...(settings.DATABASE_PASSWORD !== undefined && /^[a-z]+:\/\/[^/]*:[^/]*@/.test(settings.DATABASE_URL)
    ? ['DATABASE_PASSWORD is set, and DATABASE_URL holds a password as well: keep one of them.']
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
export const loadSettings = (): Settings => readSettings(givenEnvironment());
