import { type BatchedCache, Batcher, type BatchedQuestions, READ_TOGETHER } from '../kernel/index.js';
import type { OwnedValues } from './owned-values.js';
import { ABSENT } from './recency.js';
import type { Keeping } from './cached-values.js';

/** Each value has only one key; the second key of the store is constant. */
const ANSWER = 0;
/** Longer requests are loaded separately, so that they do not delay short ones. */
const FEW = 8;

/** The parts of the cache manager that the values use. */
export interface Shared extends Pick<Keeping, 'kept'> {
  readonly maxBytes: number;
  /** Whether the call runs in a transaction or a snapshot. It then reads there instead of from the cache. */
  readonly isInside: boolean;
  readonly era: number;
  /** Applies all changes up to the current version and returns it. */
  present(): Promise<number>;
}

/** A cache that loads concurrent misses together. */
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

  private known(questions: readonly Q[], version: number): readonly V[] | undefined {
    const answers: V[] = [];
    for (const question of questions) {
      const entry = this.values.valuesOf(this.questions.nameOf(question))?.get(ANSWER);
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
    const found = new Map([...byName.keys()].map((name, index) => [name, answers[index]]));
    if (version !== undefined && this.memory.maxBytes > 0)
      this.memory.kept({ version, era, loads: true }, () => {
        for (const [name, answer] of found) this.values.keep(name, ANSWER, answer ?? ABSENT, version);
      });
    return lists.map((questions) => questions.map((question) => found.get(this.questions.nameOf(question))));
  }
}
