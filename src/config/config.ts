import { settingFault, settingsOf } from '../../libs/config/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { ROOMS } from '../app.module.js';
import { type Environment, givenEnvironment, textOf } from './environment.js';
import { Settings, settingsClasses } from './settings.js';

export type { Environment } from './environment.js';

/** All that is wrong with the settings, told at once. */
export class SettingsRefused extends Error {
  constructor(readonly faults: readonly string[]) {
    super(["The settings can't be used:", ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

/** In the place of a value, so that no rule takes the setting for one that isn't given. */
const UNREADABLE = Symbol('a text that is no value of its setting');

/** Reads and checks the settings of these rooms; `SettingsRefused` with every fault. */
export const readSettings = (environment: Environment, rooms: readonly Room[] = ROOMS): Settings => {
  const classes = settingsClasses(rooms);
  const faults: string[] = [];
  const broken: string[] = [];
  const values = classes.flatMap(settingsOf).map((setting): readonly [name: string, value: unknown] => {
    const { name } = setting;
    const text = textOf(name, environment, faults) ?? setting.default;
    const value = text === undefined ? undefined : (setting.read(text) ?? UNREADABLE);
    if (value === UNREADABLE) broken.push(settingFault(setting, text ?? ''));
    return [name, value];
  });
  const settings = Object.assign(new Settings(rooms), Object.fromEntries(values));
  faults.push(...broken, ...classes.flatMap((declaring) => declaring.faults?.(settings) ?? []));
  if (faults.length > 0) throw new SettingsRefused(faults);
  return settings;
};

/** The settings of this process: a file `.env` in the working directory, and over it the environment. */
export const loadSettings = (rooms: readonly Room[]): Settings => readSettings(givenEnvironment(), rooms);
