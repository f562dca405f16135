import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  Clock,
  type Day,
  dayIn,
  type Fault,
  InputRefused,
  outOfPatience,
  patience,
  Unavailable,
} from '../../../../../libs/kernel/index.js';
import type { Question, ValidationAnswer } from '../../application/answer-question.js';
import { DppSettings } from '../../../passport/index.js';
import type {
  PassportContent,
  PassportVersion,
  Actor,
  Asker,
  Json,
  JsonObject,
} from '../../../passport/domain/index.js';
import type { Score } from '../../domain/score.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';
import type { KeptFiles } from '../../../versions/domain/index.js';
import {
  type ValidatedPublication,
  PassportValidator,
  type Readiness,
  type RowFault,
} from '../../ports/passport-validator.js';
import { ValidationProcess, ProcessLost, TooCostly } from './validation-process.js';
import { FairQueue } from './fair-queue.js';
import { type MeasuredPassport, TemplateValidator } from '../../../templates/index.js';

const START_MS = 30_000;
/** How long a question waits before it is refused with 503, if the request has more time left. */
const WAIT_MS = 10_000;
/** How long an idle process lives before it ends and frees its memory. */
const IDLE_MS = 300_000;
const WAITING_OF_ONE = 100;
const WAITING = 500;

interface Job {
  readonly question: Question;
  readonly digest: string;
  readonly template: TemplateDocument;
  readonly resolve: (verdict: ValidationAnswer) => void;
  readonly reject: (error: unknown) => void;
  readonly waiting: NodeJS.Timeout;
}

const tooCostly = ({ asked }: Question, { of }: TooCostly, { checkMs, checkMb }: DppSettings): InputRefused => {
  const isTemplate = asked === 'template' || asked === 'public schema';
  const what = isTemplate ? 'The template' : 'The payload';
  const less = isTemplate
    ? 'Simplify its schema, patterns, rules or example.'
    : 'Make it smaller, or simplify the alternatives, patterns and rules of its template.';
  return of === 'time'
    ? InputRefused.sentence(`${what} takes longer than %limit ms to check (PASSPORT_CHECK_MS). ${less}`, {
        limit: checkMs,
      })
    : InputRefused.sentence(`${what} takes more than %limit MiB of memory to check (PASSPORT_CHECK_MB). ${less}`, {
        limit: checkMb,
      });
};

/**
 * Validates in child processes that start on first use, are kept and have limits. A question that takes too long is
 * ended with its process, so authors cannot use up the time or memory of the service
 * (docs/adr/0029-payloads-are-judged-in-a-process-that-can-be-ended.md).
 */
@Injectable()
export class ProcessPassportValidator extends PassportValidator implements TemplateValidator, OnModuleDestroy {
  private readonly log = new Logger('dpp');
  private readonly queue: FairQueue<Job>;
  private readonly resting: ValidationProcess[] = [];
  private readonly all = new Map<ValidationProcess, NodeJS.Timeout | undefined>();
  private readonly digests = new WeakMap<TemplateDocument, string>();
  private isClosed = false;

  constructor(
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {
    super();
    this.queue = new FairQueue({ atOnce: settings.checkProcesses, waitingOfOne: WAITING_OF_ONE, waiting: WAITING });
  }

  score(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<Score> {
    return this.ask(asker, { asked: 'score', passport, today: this.today() }, template) as Promise<Score>;
  }

  typeFaults(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<readonly Fault[]> {
    return this.ask(asker, { asked: 'types', passport }, template) as Promise<readonly Fault[]>;
  }

  rowFaults(
    asker: Actor,
    passport: PassportContent,
    template: TemplateDocument,
    payloads: readonly JsonObject[],
  ): Promise<readonly RowFault[]> {
    const question = { asked: 'rows', passport, payloads, today: this.today() } as const;
    return this.ask(asker, question, template) as Promise<readonly RowFault[]>;
  }

  publication(
    asker: Actor,
    passport: PassportVersion,
    template: TemplateDocument,
    measured: readonly string[],
    files: KeptFiles = {},
  ): Promise<ValidatedPublication> {
    return this.ask(
      asker,
      { asked: 'publication', passport, today: this.today(), measured, files },
      template,
    ) as Promise<ValidatedPublication>;
  }

  templateFaults(asker: Actor, template: TemplateDocument): Promise<readonly Fault[]> {
    return this.ask(asker, { asked: 'template', today: this.today() }, template) as Promise<readonly Fault[]>;
  }

  valueFaults(
    asker: Asker,
    template: TemplateDocument,
    values: readonly { readonly point: string; readonly value: Json }[],
    passport: MeasuredPassport,
  ): Promise<readonly (string | null)[]> {
    return this.ask(asker, { asked: 'values', values, passport }, template) as Promise<readonly (string | null)[]>;
  }

  publicSchema(template: TemplateDocument, id: string): Promise<string> {
    return this.ask('anybody', { asked: 'public schema', id }, template) as Promise<string>;
  }

  readiness(asker: Actor, passport: PassportContent, template: TemplateDocument, on?: Day): Promise<Readiness> {
    const asked = { asked: 'readiness', passport, today: this.today(), ...(on && { on }) } as const;
    return this.ask(asker, asked, template) as Promise<Readiness>;
  }

  get pids(): readonly number[] {
    return [...this.all.keys()].flatMap(({ pid }) => pid ?? []);
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    for (const child of this.all.keys()) child.kill();
  }

  /** In UTC, because legal dates do not depend on a store view. */
  private today(): Day {
    return dayIn('UTC', this.clock.now());
  }

  private ask(from: Asker, question: Question, template: TemplateDocument): Promise<ValidationAnswer> {
    const asker = from === 'anybody' ? from : `${from.kind} ${String(from.id)}`;
    return new Promise((resolve, reject) => {
      const waiting = setTimeout(() => {
        if (this.queue.withdraw(asker, job)) reject(outOfPatience());
      }, patience(WAIT_MS));
      const job: Job = { question, template, digest: this.digestOf(template), resolve, reject, waiting };
      if (!this.isClosed && this.queue.add(asker, job)) this.go();
      else {
        clearTimeout(waiting);
        reject(new Unavailable(1));
      }
    });
  }

  private go(): void {
    for (let next = this.queue.next(); next; next = this.queue.next()) {
      const { asker, question: job } = next;
      clearTimeout(job.waiting);
      void this.answer(job)
        .then(job.resolve, job.reject)
        .finally(() => {
          this.queue.done(asker);
          this.go();
        });
    }
  }

  /** Retries once if the process ended for another reason than the question itself. */
  private async answer(job: Job, isAgain = false): Promise<ValidationAnswer> {
    // The question waited until the service closed; a process started now would never be ended.
    if (this.isClosed) throw new Unavailable(1);
    const child = this.take();
    try {
      const verdict = await child.ask(job.question, job.digest, job.template);
      this.keep(child);
      return verdict;
    } catch (error) {
      if (error instanceof TooCostly) throw tooCostly(job.question, error, this.settings);
      if (!(error instanceof ProcessLost)) {
        this.keep(child);
        throw error;
      }
      if (isAgain || this.isClosed) throw new Unavailable(1, { cause: error });
      return this.answer(job, true);
    }
  }

  private take(): ValidationProcess {
    for (let child = this.resting.pop(); child; child = this.resting.pop()) {
      clearTimeout(this.all.get(child));
      if (!child.isOver) return child;
    }
    const { publicBaseUrl, checkMs, checkMb } = this.settings;
    const made = new ValidationProcess(
      { publicBaseUrl, parentPid: process.pid },
      { answerMs: checkMs, startMs: START_MS, heapMb: checkMb },
      (child, said) => this.ended(child, said),
    );
    this.all.set(made, undefined);
    return made;
  }

  private keep(child: ValidationProcess): void {
    if (child.isOver) return;
    const idle = setTimeout(() => {
      this.all.delete(child);
      child.kill();
    }, IDLE_MS);
    this.all.set(child, idle.unref());
    this.resting.push(child);
  }

  private ended(child: ValidationProcess, said: string): void {
    clearTimeout(this.all.get(child));
    // A process that ends when idle or with the service is not worth a warning.
    if (this.all.delete(child) && !this.isClosed) this.log.warn(`a passport validation process ended: ${said}`);
  }

  private digestOf(template: TemplateDocument): string {
    let digest = this.digests.get(template);
    if (digest === undefined) {
      digest = createHash('sha256').update(JSON.stringify(template)).digest('base64');
      this.digests.set(template, digest);
    }
    return digest;
  }
}
