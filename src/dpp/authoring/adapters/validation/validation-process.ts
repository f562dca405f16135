import { extname, join } from 'node:path';
import { ChildProgram, inheritedFlags } from '../../../../../libs/database/index.js';
import type { Question, ValidationAnswer } from '../../application/answer-question.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';
import {
  type ValidationRequest,
  type ValidationStart,
  type ValidationReply,
  TIME_IS_UP,
} from './validation-messages.js';

/** The script is in this folder and has the same extension as this file (.ts or .js). */
const FILE = join(__dirname, `validation-program${extname(__filename)}`);
/** Characters of stderr to keep, and to include in the report. */
const STDERR_KEPT = 4000;
const SAID_MAX = 300;
/** Signals that end a process when V8 runs out of heap. */
const ABORTS: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);
const ABORT_CODE = 134;

/** Wall-clock limit of a question as a multiple of its processor time limit, because the machine can be busy. */
const CLOCK_TIMES = 10;

/** Processor time limit of a question, start-up time limit and heap size of a process. */
interface ProcessLimits {
  readonly answerMs: number;
  readonly startMs: number;
  readonly heapMb: number;
}

/** The question exceeded its time or memory limit. The question is at fault, not the service. */
export class TooCostly extends Error {
  constructor(readonly of: 'time' | 'memory') {
    super(`the check took too much ${of}`);
  }
}

/** The process ended unexpectedly or did not start. */
export class ProcessLost extends Error {}

interface Pending {
  readonly id: number;
  readonly resolve: (reply: ValidationReply) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A validation process. It answers one question at a time and is killed if a question takes too long. */
export class ValidationProcess {
  private readonly child: ChildProgram<ValidationRequest, ValidationReply>;
  private readonly templates = new Set<string>();
  private readonly started: Promise<void>;
  private pending: Pending | undefined;
  private asked = 0;
  private stderr = '';
  private over: Error | undefined;

  constructor(
    start: Omit<ValidationStart, 'answerMs'>,
    private readonly limits: ProcessLimits,
    private readonly onEnd: (child: ValidationProcess, said: string) => void,
  ) {
    this.child = new ChildProgram({
      kind: 'validation',
      file: FILE,
      args: [JSON.stringify({ ...start, answerMs: limits.answerMs } satisfies ValidationStart)],
      flags: [...inheritedFlags(), `--max-old-space-size=${limits.heapMb}`],
      // Keeps secrets in the environment away from the child process.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      onMessage: (reply) => this.hear(reply),
      onEnd: (code, signal, error) => this.end(error ? new ProcessLost(error.message) : this.reasonOf(code, signal)),
    });
    this.child.onErrorOutput((text) => {
      this.stderr = (this.stderr + text).slice(-STDERR_KEPT);
    });
    this.started = this.waitFor(0, limits.startMs, () => new ProcessLost('the process did not start in time')).then(
      () => undefined,
    );
    this.started.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isOver(): boolean {
    return this.over !== undefined;
  }

  /** Throws `TooCostly` or `ProcessLost`, which both end the process. Any other error is a bug of the validator. */
  async ask(question: Question, digest: string, template: TemplateDocument): Promise<ValidationAnswer> {
    this.child.hold();
    try {
      await this.started;
      const isKnown = this.templates.has(digest);
      let reply = await this.send(question, digest, isKnown ? undefined : template);
      if ('forgotten' in reply) reply = await this.send(question, digest, template);
      this.templates.add(digest);
      if ('verdict' in reply) return reply.verdict;
      throw new Error('bug' in reply ? reply.bug : 'the validation process returned an unexpected reply');
    } finally {
      this.child.rest();
    }
  }

  kill(): void {
    this.child.kill();
  }

  private send(question: Question, digest: string, template: TemplateDocument | undefined): Promise<ValidationReply> {
    this.asked += 1;
    const message: ValidationRequest = { id: this.asked, question, digest, ...(template && { template }) };
    const reply = this.waitFor(this.asked, this.limits.answerMs * CLOCK_TIMES, () => new TooCostly('time'));
    this.child.tell(message, (error) => this.end(new ProcessLost(error.message)));
    return reply;
  }

  private waitFor(id: number, limitMs: number, late: () => Error): Promise<ValidationReply> {
    if (this.over) return Promise.reject(this.over);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(late()), limitMs);
      this.pending = { id, resolve, reject, timer };
    });
  }

  private hear(reply: ValidationReply): void {
    const pending = this.pending;
    const id = 'ready' in reply ? 0 : reply.id;
    if (pending?.id !== id) return;
    this.pending = undefined;
    clearTimeout(pending.timer);
    pending.resolve(reply);
  }

  private reasonOf(code: number | null, signal: NodeJS.Signals | null): Error {
    if (signal === TIME_IS_UP) return new TooCostly('time');
    if (ABORTS.has(signal) || code === ABORT_CODE) return new TooCostly('memory');
    return new ProcessLost(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`);
  }

  private end(reason: Error): void {
    if (this.over) return;
    this.over = reason;
    this.kill();
    const pending = this.pending;
    this.pending = undefined;
    if (pending) {
      clearTimeout(pending.timer);
      pending.reject(reason);
    }
    const [said] = /^.*error.*$/im.exec(this.stderr) ?? [];
    this.onEnd(this, said === undefined ? reason.message : `${reason.message}: ${said.slice(0, SAID_MAX)}`);
  }
}
