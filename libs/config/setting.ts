import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** Options of a setting; their texts are used in `.env.example` and in errors. */
interface SettingOptions {
  /** One-line description: effect and unit. */
  readonly about: string;
  /** Default as text; the setting is unset without one. */
  readonly default?: string;
  /** Shown in `.env.example` if the default is computed. */
  readonly instead?: string;
}

/** How to parse a setting; `read` returns undefined for invalid text. */
interface Form<T = unknown> {
  readonly read: (text: string) => T | undefined;
  /** Ends the message `NAME is "…". Set it to …`. May depend on the text, to explain what is wrong with it. */
  readonly expects: string | ((text: string) => string);
  /** Error messages do not contain the value of a secret. */
  readonly secret?: boolean;
}

interface Setting extends SettingOptions {
  readonly name: string;
}

/** A class whose decorated fields are settings, by their names. */
export interface SettingsClass<S extends object = object> {
  new (...parts: never[]): S;
  /** Validates rules across settings. A setting with an invalid value is neither set nor undefined here. */
  faults?(settings: S): readonly string[];
  /** Warnings about settings that are more permissive than most operators want. */
  warnings?(settings: S): readonly string[];
}

const declared = new WeakMap<object, Setting[]>();

/** Stands for an invalid value, so that rules do not treat the setting as unset. */
class Unreadable {
  constructor(readonly text: string) {}
}

const declare =
  ({ read, expects, secret }: Form, options: SettingOptions): PropertyDecorator =>
  (prototype, key) => {
    const name = String(key);
    const settings = declared.get(prototype) ?? [];
    declared.set(prototype, settings);
    settings.push({ ...options, name });
    Transform(({ value }: { value: unknown }): unknown =>
      typeof value === 'string' ? (read(value) ?? new Unreadable(value)) : value,
    )(prototype, key);
    ValidateBy({
      name: 'setting',
      validator: {
        validate: (value: unknown) => !(value instanceof Unreadable),
        defaultMessage: (validated) => {
          const text = validated?.value instanceof Unreadable ? validated.value.text : '';
          const says = typeof expects === 'string' ? expects : expects(text);
          return `${name} is ${text === '' || secret ? 'invalid' : `"${text}"`}. Set it to ${says}.`;
        },
      },
    })(prototype, key);
  };

export const settingsOf = ({ prototype }: SettingsClass): readonly Setting[] => declared.get(prototype as object) ?? [];

/** The settings that this class declares. */
export const ownSettings = <S extends object>(declaring: SettingsClass<S>, all: object): S => {
  const values = all as Readonly<Record<string, unknown>>;
  return Object.fromEntries(settingsOf(declaring).map(({ name }) => [name, values[name]])) as S;
};

export const WholeSetting = (
  options: SettingOptions & { readonly min: number; readonly max: number },
): PropertyDecorator =>
  declare(
    {
      read: (text) => {
        const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
        return value >= options.min && value <= options.max ? value : undefined;
      },
      expects: `a whole number from ${options.min} to ${options.max}`,
    },
    options,
  );

/** A setting that is 0 or 1. */
export const SwitchSetting = (options: SettingOptions): PropertyDecorator =>
  declare(
    { read: (text) => (text === '1' ? true : text === '0' ? false : undefined), expects: '1 (on) or 0 (off)' },
    options,
  );

export const TextSetting = (
  options: SettingOptions & Omit<Form<string>, 'read'> & { readonly accepts: (text: string) => boolean },
): PropertyDecorator => declare({ ...options, read: (text) => (options.accepts(text) ? text : undefined) }, options);

/** A setting with a fixed set of values. */
export const WordSetting = (options: SettingOptions & { readonly words: readonly string[] }): PropertyDecorator =>
  declare(
    {
      read: (text) => (options.words.includes(text) ? text : undefined),
      expects: `one of ${options.words.join(', ')}`,
    },
    options,
  );

/** A comma-separated list of words; spaces around them are ignored. */
export const ListSetting = (
  options: SettingOptions & Omit<Form<string>, 'read'> & { readonly accepts: (word: string) => boolean },
): PropertyDecorator =>
  declare(
    {
      ...options,
      read: (text) => {
        const words = text
          .split(',')
          .map((word) => word.trim())
          .filter((word) => word !== '');
        return words.every(options.accepts) ? words : undefined;
      },
    },
    options,
  );

export const isHostName = (text: string): boolean =>
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text);
