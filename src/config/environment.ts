import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Defaults of the listening address. They are here because `kontor health` loads no other settings. */
export const LISTEN_DEFAULTS = { PORT: '3000', HOST: '0.0.0.0' } as const;

/** The text of a setting, or the content of the file in NAME_FILE. Empty means unset. */
export const textOf = (name: string, environment: Environment, faults: string[]): string | undefined => {
  const [own, file] = [environment[name], environment[`${name}_FILE`]];
  if (!file) return own === '' ? undefined : own;
  if (own) {
    faults.push(`${name} and ${name}_FILE are both set. Keep only one of them.`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    faults.push(
      `${name}_FILE is "${file}", which cannot be read (${code}). Correct the path or the permissions of the file.`,
    );
    return undefined;
  }
};

/** The environment of this process, with variables from a `.env` file in the working directory if they are not set. */
export const givenEnvironment = (): Environment => {
  let file: Environment = {};
  try {
    file = parseEnv(readFileSync('.env', 'utf8'));
  } catch {
    // Usually there is no such file.
  }
  return { ...file, ...process.env };
};
