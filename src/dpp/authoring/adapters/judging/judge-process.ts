import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { CheckTemplate } from '../../application/check-template.js';
import { JudgePassport } from '../../application/judge-passport.js';
import { Judging } from '../../application/judging.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';
import { OfflineLinkedData } from '../jsonld/offline-linked-data.js';
import { AjvPayloadSchemas } from '../schema/ajv-payload-schemas.js';
import type { JudgeRequest, JudgeStart, JudgeReply } from './judge-messages.js';

/*
 * A process of its own that judges what authors wrote, one question at a time (operations.md, "Processes that check
 * passports"). Whoever started it kills it where it takes too long; its heap is bounded by Node's own flag.
 */

/** Templates with what was compiled of them. */
const TEMPLATES_MAX = 40;
/** A document that says nothing: with it the packages and schema.org's context are loaded. */
const FIRST = { '@context': 'https://schema.org', '@type': 'DigitalProductPassport', name: 'first' };

/** On a thread of its own, so that it sees a parent that died while a question is answered. */
const WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 250);
`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const start = async ({ publicBaseUrl, parentPid }: JudgeStart): Promise<void> => {
  new Worker(WATCH, {
    eval: true,
    workerData: parentPid,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  }).unref();
  process.on('disconnect', () => process.exit(0));

  const [schemas, linkedData] = [new AjvPayloadSchemas(), new OfflineLinkedData()];
  const judge = new JudgePassport(schemas, linkedData);
  const check = new CheckTemplate(schemas, linkedData, judge, sha256, publicBaseUrl);
  const judging = new Judging(judge, check, sha256, publicBaseUrl);
  await linkedData.faults(FIRST);

  const templates = new LRUCache<string, TemplateDocument>({ max: TEMPLATES_MAX });
  const known = ({ digest, template }: JudgeRequest): TemplateDocument | undefined => {
    const found = templates.get(digest) ?? template;
    if (found) templates.set(digest, found);
    return found;
  };
  const answer = async (asked: JudgeRequest): Promise<JudgeReply> => {
    const { id, question } = asked;
    const template = known(asked);
    if (!template) return { id, forgotten: true };
    try {
      return { id, verdict: await judging.answer(question, template) };
    } catch (error) {
      return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  const tell = (told: JudgeReply): void => void process.send?.(told);
  process.on('message', (asked: JudgeRequest) => void answer(asked).then(tell));
  tell({ ready: true });
};

void start(JSON.parse(process.argv[2] ?? '{}') as JudgeStart);
