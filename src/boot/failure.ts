import { OperatorFault, Refusal } from '../../libs/kernel/index.js';
import { StepBackRefused } from '../../libs/database/index.js';
import { SettingsRefused } from '../config/config.js';
import { Stopped } from './stop-signals.js';

/** Driver error codes: the database is unreachable, denies access, or is not a database. */
const DATABASE_CODE =
  /^(ER_(ACCESS|BAD_DB|DBACCESS|CON_COUNT|HOST_|UNKNOWN_DATABASE)|SQLITE_(CANTOPEN|NOTADB|CORRUPT|READONLY|FULL|IOERR)|PROTOCOL_|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|HANDSHAKE_)/;

const codeOf = (error: Error): string => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

const EXPECTED = [OperatorFault, SettingsRefused, Refusal, StepBackRefused, Stopped] as const;

export const failureOf = (error: unknown): { readonly message: string; readonly stack?: string } => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  if (error instanceof Refusal && error.cause instanceof Error) return { message: failureOf(error.cause).message };
  if (EXPECTED.some((kind) => error instanceof kind)) return { message };
  if (DATABASE_CODE.test(codeOf(error))) return { message: `DATABASE_URL: the database is not usable: ${message}` };
  return { message, ...(stack === undefined ? {} : { stack }) };
};
