import { Injectable } from '@nestjs/common';
import { Clock, type Fault, grouped, refuse, sentence, Transactions } from '../../../../libs/kernel/index.js';
import { answerFaults, type Proof, type RegistryAnswer, reminderAt, stepFault } from '../domain/answer.js';
import { productKey, type RegistryEntry } from '../domain/entry.js';
import { type EntryChange, RegistryEntries } from '../ports/registry-entries.js';
import { nameOf } from './answer-body.js';
import { RegisteredVersions } from './export-registry.js';

interface AnswerCounts {
  readonly received: number;
  readonly registered: number;
  readonly rejected: number;
  readonly proofs: number;
}

interface Change extends EntryChange {
  readonly upi: string;
  readonly proof: Proof | null;
}

/** Stores the EU registry's answers for exported entries (passports-registry.md). */
@Injectable()
export class AcceptAnswers {
  constructor(
    private readonly entries: RegistryEntries,
    private readonly versions: RegisteredVersions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Stores all answers or none. A repeated answer changes nothing. */
  async accept(answers: readonly RegistryAnswer[]): Promise<AnswerCounts> {
    const now = this.clock.now();
    refuse(answers.flatMap((answer, index) => answerFaults(answer, nameOf(index), now)));
    return this.transactions.write(async () => {
      const changes = await this.changes(answers);
      await this.entries.change(changes.filter(({ from, to }) => from !== to));
      for (const { from, to, proof } of changes) {
        if (proof) await this.entries.putProof(to.id, proof);
        else if (from.state !== 'registered' && to.state === 'registered' && to.at)
          await this.entries.remindAt(to.id, reminderAt(to.at));
      }
      const count = (state: RegistryEntry['state']): number =>
        changes.filter(({ from, to }) => from.state !== state && to.state === state).length;
      const proofs = changes.filter(({ proof }) => proof !== null).length;
      return { received: answers.length, registered: count('registered'), rejected: count('rejected'), proofs };
    });
  }

  private async changes(answers: readonly RegistryAnswer[]): Promise<readonly Change[]> {
    const byVersion = await this.byVersion(answers.map(({ upi }) => upi));
    const faults: Fault[] = [];
    const changes: Change[] = [];
    const answered = new Map<number, string>();
    for (const [index, answer] of answers.entries()) {
      const name = nameOf(index);
      const { upi, version, passportId } = answer;
      const all = byVersion.get(`${version} ${upi}`) ?? [];
      const [entry, ...others] = passportId === null ? all : all.filter((one) => one.passportId === passportId);
      const before = entry && answered.get(entry.id);
      if (!entry)
        faults.push(sentence('%answer: No entry has the identifier %upi and the version %version. Correct the identifier or the version.', { answer: name, upi, version })); // prettier-ignore
      else if (others.length > 0)
        faults.push(
          sentence('%answer: Several passports have the identifier %upi. Send "passport_id" as well.', {
            answer: name,
            upi,
          }),
        );
      else if (before !== undefined)
        faults.push(
          sentence('%answer: %other is for the same entry. Send only one of them.', { answer: name, other: before }),
        );
      else {
        answered.set(entry.id, name);
        const fault = stepFault(entry, answer, name);
        if (fault) faults.push(fault);
        else changes.push(await this.change(entry, answer));
      }
    }
    refuse(faults);
    return changes;
  }

  /** Entries with these identifiers, by version and identifier. */
  private async byVersion(upis: readonly string[]): Promise<ReadonlyMap<string, readonly RegistryEntry[]>> {
    const found = await this.entries.ofProducts(upis.map(productKey));
    const named: { readonly name: string; readonly entry: RegistryEntry }[] = [];
    for (const entry of found) named.push({ name: `${entry.version} ${await this.versions.upi(entry.id)}`, entry });
    return grouped(
      named,
      ({ name }) => name,
      ({ entry }) => entry,
    );
  }

  private async change(from: RegistryEntry, answer: RegistryAnswer): Promise<Change> {
    const { upi, state, id, at, message, proof } = answer;
    if (state === 'rejected') return { from, to: { ...from, state, at, message }, upi, proof };
    const isNew = from.state !== 'registered';
    const to: RegistryEntry = isNew ? { ...from, state, at, message: null, registrationId: id } : from;
    if (!proof) return { from, to, upi, proof };
    const problem = proof.hash === (await this.versions.hash(from.id)) ? null : 'proof_hash';
    return { from, to: { ...to, problem }, upi, proof };
  }
}
