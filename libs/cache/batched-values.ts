import { type BatchedCache, Batcher, type BatchedQuestions, READ_TOGETHER } from '../kernel/index.js';
import type { OwnedValues } from './owned-values.js';
import { ABSENT } from './recency.js';
import type { Keeping } from './cached-values.js';

/** An answer has no second key. */
const ANSWER = 0;
/** Requests for several keys are loaded alone, so that they do not delay requests for one key. */
const FEW = 8;

/** What the values need of the memory that they are part of. */
export interface Shared extends Pick<Keeping, 'kept'> {
  readonly maxBytes: number;
  /** Whether a transaction or a snapshot is open around this call: it is answered in there. */
  readonly isInside: boolean;
  readonly era: number;
  /** Moves on to the current version and returns it. */
  present(): Promise<number>;
}

/** A cache whose questions share a load where they miss at the same time. */
export class BatchedValues<Q, V> implements BatchedCache<Q, V> {
  private readonly missed: Batcher<readonly Q[], readonly (V | undefined)[]>;

  constructor(
    private readonly values: OwnedValues<V>,
    private readonly questions: BatchedQuestions<Q, V>,
    private readonly memory: Shared,
  ) {
    this.missed = new Batcher((lists) => this.load(lists), READ_TOGETHER);
  }

  async get(questions: readonly Q[]): Promise<readonly (V | undefined)[]> {
    if (this.memory.isInside) return (await this.questions.load(questions)).answers;
    const known = this.memory.maxBytes === 0 ? undefined : this.known(questions, await this.memory.present());
    if (known) return known;
    if (questions.length <= FEW) return this.missed.ask(questions);
    const [answers = []] = await this.load([questions]);
    return answers;
  }

  /** All values, if all are cached. */
  private known(questions: readonly Q[], version: number): readonly V[] | undefined {
    const answers: V[] = [];
    for (const question of questions) {
      const entry = this.values.of(this.questions.nameOf(question))?.get(ANSWER);
      if (!entry || entry.from > version || entry.value === ABSENT) return undefined;
      entry.isUsed = true;
      answers.push(entry.value as V);
    }
    return answers;
  }

  private async load(lists: readonly (readonly Q[])[]): Promise<readonly (readonly (V | undefined)[])[]> {
    const { era } = this.memory;
    const byName = new Map(lists.flat().map((question) => [this.questions.nameOf(question), question]));
    const { version, answers } = await this.questions.load([...byName.values()]);
    const found = new Map([...byName.keys()].map((name, place) => [name, answers[place]]));
    if (version !== undefined && this.memory.maxBytes > 0)
      this.memory.kept({ version, era, loads: true }, () => {
        for (const [name, answer] of found) this.values.keep(name, ANSWER, answer ?? ABSENT, version);
      });
    return lists.map((questions) => questions.map((question) => found.get(this.questions.nameOf(question))));
  }
}
