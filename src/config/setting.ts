import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** What is said of a setting: in `.env.example`, and when it is at fault. */
export interface SettingOptions {
  /** One line: what it does, its unit. */
  readonly about: string;
  /** As text, as one would write it; without one the setting is unset. */
  readonly default?: string;
  /** What is written in the place of a default that is worked out. */
  readonly instead?: string;
}

export interface Setting extends SettingOptions {
  readonly name: string;
}

/** How the text of a setting becomes its value; undefined for a text that isn't one. */
interface Form<T> {
  readonly read: (text: string) => T | undefined;
  /** Ends the sentence `NAME is "…": give …`; of a text, where that tells what is wrong with it. */
  readonly expects: string | ((text: string) => string);
  /** A secret is never repeated. */
  readonly secret?: boolean;
}

const declared = new WeakMap<object, Setting[]>();
const UNREADABLE = Symbol('a text that is not a value of this setting');

interface Unreadable {
  readonly [UNREADABLE]: string;
}

const isUnreadable = (value: unknown): value is Unreadable =>
  typeof value === 'object' && value !== null && UNREADABLE in value;

const declare =
  <T>(form: Form<T>, options: SettingOptions): PropertyDecorator =>
  (prototype, key) => {
    const settings = declared.get(prototype) ?? [];
    declared.set(prototype, settings);
    settings.push({ name: String(key), ...options });
    Transform(({ value }: { value: unknown }): unknown =>
      typeof value === 'string' ? (form.read(value) ?? { [UNREADABLE]: value }) : undefined,
    )(prototype, key);
    ValidateBy({
      name: 'setting',
      validator: {
        validate: (value: unknown) => !isUnreadable(value),
        defaultMessage: (judged) => {
          const text = isUnreadable(judged?.value) ? judged.value[UNREADABLE] : '';
          const expects = typeof form.expects === 'string' ? form.expects : form.expects(text);
          return `${String(key)}${text === '' || form.secret ? '' : ` is "${text}"`}: give ${expects}.`;
        },
      },
    })(prototype, key);
  };

/** All settings that a class declares, in order. */
export const settingsOf = (declaring: abstract new () => object): readonly Setting[] =>
  declared.get(declaring.prototype as object) ?? [];

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

/** 0 or 1. */
export const SwitchSetting = (options: SettingOptions): PropertyDecorator =>
  declare(
    { read: (text) => (text === '1' ? true : text === '0' ? false : undefined), expects: '1 (on) or 0 (off)' },
    options,
  );

export const TextSetting = (
  options: SettingOptions & Omit<Form<string>, 'read'> & { readonly accepts: (text: string) => boolean },
): PropertyDecorator => declare({ ...options, read: (text) => (options.accepts(text) ? text : undefined) }, options);

/** One of a few words. */
export const WordSetting = (options: SettingOptions & { readonly words: readonly string[] }): PropertyDecorator =>
  declare(
    {
      read: (text) => (options.words.includes(text) ? text : undefined),
      expects: `one of ${options.words.join(', ')}`,
    },
    options,
  );

/** Words with commas between; blanks around them don't count. */
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
