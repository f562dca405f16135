import { Injectable } from '@nestjs/common';
import { NO_HASH, textOfAct } from '../domain/chain.js';
import { AuditChain, type ClosedDay, type StoredAct } from '../ports/audit-chain.js';

const AT_ONCE = 200;
/** Maximum number of reported errors. */
const FAULTS_MAX = 100;

export interface Verified {
  readonly acts: number;
  readonly entries: number;
  /** Number of days whose entries were deleted, so that only their hashes are compared. */
  readonly removedDays: number;
  readonly head: string;
  readonly faults: readonly string[];
}

const faultsOfEntries = (act: StoredAct): readonly string[] => {
  const faults: string[] = [];
  if (act.actual.entries !== act.entries)
    faults.push(`transaction ${act.number}: the number of entries is ${act.actual.entries}, expected ${act.entries}`);
  else if (act.actual.digest !== act.digest) faults.push(`transaction ${act.number}: its entries were changed`);
  if (act.actual.falsePersonal) faults.push(`transaction ${act.number}: its personal data was changed`);
  return faults;
};

const missing = (first: number, last: number): string =>
  first === last ? `transaction ${first} is missing` : `transactions ${first} to ${last} are missing`;

/** Verifies that no entry was added, changed or removed (audit.md, "The chain"). */
@Injectable()
export class VerifyChain {
  constructor(private readonly chain: AuditChain) {}

  async verify(progress: (acts: number) => void = () => undefined): Promise<Verified> {
    const days = await this.chain.days();
    const faults = [...faultsOfDays(days)];
    const kept = days.filter(({ removedAt }) => removedAt === null);
    const lastRemoved = days.findLast(({ removedAt }) => removedAt !== null);
    const heads = new Map(kept.map(({ lastNumber, head }) => [lastNumber, head]));
    const end = await this.chain.end();
    let [number, hash] = [lastRemoved?.lastNumber ?? 0, lastRemoved?.head ?? NO_HASH];
    let [acts, entries] = [0, 0];
    for (;;) {
      const some = await this.chain.acts(number, AT_ONCE);
      for (const act of some) {
        if (act.number !== number + 1) faults.push(missing(number + 1, act.number - 1));
        else if (this.chain.digest(textOfAct(hash, act.number, act.day, act)) !== act.hash)
          faults.push(`transaction ${act.number} was changed after it was added to the chain`);
        faults.push(...faultsOfEntries(act));
        [number, hash] = [act.number, act.hash];
        const head = heads.get(number);
        if (head !== undefined && head !== hash) faults.push(`day ${act.day}: its stored hash was changed`);
        acts += 1;
        entries += act.entries;
      }
      progress(acts);
      if (some.length < AT_ONCE || faults.length >= FAULTS_MAX) break;
    }
    if (faults.length === 0 && number < end.number)
      faults.push(`the chain ends with transaction ${number}, expected ${end.number}`);
    else if (faults.length === 0 && number === end.number && hash !== end.hash)
      faults.push(`transaction ${number}: its hash differs from the stored end of the chain`);
    return {
      acts,
      entries,
      removedDays: days.length - kept.length,
      head: hash,
      faults: faults.slice(0, FAULTS_MAX),
    };
  }
}

/** Errors in the sequence of days, which must have no gaps. */
const faultsOfDays = (days: readonly ClosedDay[]): readonly string[] =>
  days.flatMap(({ day, firstNumber }, index) => {
    const before = days[index - 1]?.lastNumber ?? 0;
    return firstNumber === before + 1
      ? []
      : [`day ${day}: it starts with transaction ${firstNumber}, but the previous day ends with transaction ${before}`];
  });
