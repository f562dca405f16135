import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { CheckTemplate } from '../../application/check-template.js';
import { ValidatePassport } from '../../application/validate-passport.js';
import { AnswerQuestion } from '../../application/answer-question.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';
import { OfflineLinkedData } from '../jsonld/offline-linked-data.js';
import { AjvPayloadSchemas } from '../schema/ajv-payload-schemas.js';
import {
  type ValidationRequest,
  type ValidationStart,
  type ValidationReply,
  TIME_IS_UP,
} from './validation-messages.js';

/*
 * A process that validates authors' input, one question at a time (operations.md, "Processes that check passports"). It
 * ends itself when a question takes too much processor time. Node's own flag limits its heap.
 */

/** Number of templates whose compiled schemas are cached. */
const TEMPLATES_MAX = 40;
/** An empty document that makes the process load the packages and schema.org's context. */
const FIRST = { '@context': 'https://schema.org', '@type': 'DigitalProductPassport', name: 'first' };

/** Processor time used by this process, in milliseconds. */
const usedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Runs on a separate thread, so that it notices a dead parent or an exceeded time limit while a question runs. */
const WATCH = `
const { workerData: { parentPid, limit, signal } } = require('node:worker_threads');
const usedMs = ${String(usedMs)};
setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  if (usedMs() > limit[0]) process.kill(process.pid, signal);
}, 50);
`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const start = async ({ publicBaseUrl, parentPid, answerMs }: ValidationStart): Promise<void> => {
  // Processor time of this process, in milliseconds, at which the current question must end.
  const limit = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity);
  new Worker(WATCH, {
    eval: true,
    workerData: { parentPid, limit, signal: TIME_IS_UP },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  }).unref();
  process.on('disconnect', () => process.exit(0));

  const [schemas, linkedData] = [new AjvPayloadSchemas(), new OfflineLinkedData()];
  const validator = new ValidatePassport(schemas, linkedData);
  const check = new CheckTemplate(schemas, linkedData, validator, sha256, publicBaseUrl);
  const validation = new AnswerQuestion(validator, check, sha256, publicBaseUrl);
  await linkedData.faults(FIRST);

  const templates = new LRUCache<string, TemplateDocument>({ max: TEMPLATES_MAX });
  const known = ({ digest, template }: ValidationRequest): TemplateDocument | undefined => {
    const found = templates.get(digest) ?? template;
    if (found) templates.set(digest, found);
    return found;
  };
  const answer = async (asked: ValidationRequest): Promise<ValidationReply> => {
    const { id, question } = asked;
    const template = known(asked);
    if (!template) return { id, forgotten: true };
    limit[0] = usedMs() + answerMs;
    try {
      return { id, verdict: await validation.answer(question, template) };
    } catch (error) {
      return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    } finally {
      limit[0] = Infinity;
    }
  };
  const tell = (reply: ValidationReply): void => void process.send?.(reply);
  process.on('message', (asked: ValidationRequest) => void answer(asked).then(tell));
  tell({ ready: true });
};

void start(JSON.parse(process.argv[2] ?? '{}') as ValidationStart);
