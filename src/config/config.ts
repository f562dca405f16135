import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { settingsOf } from '../../libs/config/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { type Environment, givenEnvironment, textOf } from './environment.js';
import { misspelled } from './misspelled.js';
import { Settings, settingsClasses } from './settings.js';

export type { Environment } from './environment.js';

/** All errors in the settings, reported together. */
export class SettingsRefused extends Error {
  constructor(readonly faults: readonly string[]) {
    super(['Invalid settings:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

/** Replaces a value that is set but cannot be read, so that no rule treats it as unset. */
const UNREADABLE = Symbol('faults are reported');

const textAgain = (name: string, environment: Environment): string | undefined => {
  const faults: string[] = [];
  const text = textOf(name, environment, faults);
  if (faults.length > 0) throw new SettingsRefused(faults);
  return text;
};

/** Reads and validates the settings of these modules; throws `SettingsRefused` with all errors. */
export const readSettings = (given: Environment | (() => Environment), rooms: readonly Room[]): Settings => {
  const present = (): Environment => (typeof given === 'function' ? given() : given);
  const environment = present();
  const classes = settingsClasses(rooms);
  const faults: string[] = [];
  const read = classes.map((declaring) => {
    const texts = settingsOf(declaring).map(({ name, default: fallback }) => {
      const before = faults.length;
      const text = textOf(name, environment, faults);
      return [name, faults.length > before ? UNREADABLE : (text ?? fallback)];
    });
    return plainToInstance(declaring as new () => object, Object.fromEntries(texts));
  });
  const names = misspelled(
    environment,
    classes.flatMap(settingsOf).map(({ name }) => name),
  );
  const own = new Settings(rooms, (name) => textAgain(name, present()), names.warnings);
  const settings = Object.assign(own, ...read) as Settings;
  faults.push(...names.faults);
  const broken = read.flatMap((values) => validateSync(values, { forbidUnknownValues: false }));
  faults.push(...broken.flatMap(({ constraints = {} }) => Object.values(constraints)));
  faults.push(...classes.flatMap((declaring) => declaring.faults?.(settings) ?? []));
  if (faults.length > 0) throw new SettingsRefused(faults);
  return settings;
};

/** The settings as text, for another process of the same application. */
export const textsOf = (settings: Settings): Readonly<Record<string, string>> => {
  const values = settings as unknown as Readonly<Record<string, unknown>>;
  const text = (value: unknown): string =>
    Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? String(Number(value)) : String(value);
  return Object.fromEntries(
    settingsClasses(settings.rooms)
      .flatMap(settingsOf)
      .map(({ name }) => [name, values[name]] as const)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, text(value)]),
  );
};

/**
 * The settings of this process, from the environment and a `.env` file in the working directory; the environment takes
 * precedence.
 */
export const loadSettings = (rooms: readonly Room[]): Settings => readSettings(givenEnvironment, rooms);
