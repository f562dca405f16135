import type { Derivations, DerivedCache } from '../kernel/index.js';
import type { Keeping } from './cached-values.js';
import type { OwnedValues } from './owned-values.js';

const NOTHING: Derivations<never> = { lookupOf: () => () => undefined, keep: () => undefined };

export class DerivedValues<V> implements DerivedCache<V> {
  constructor(
    private readonly values: OwnedValues<V>,
    private readonly memory: Keeping,
  ) {}

  open(version?: number): Derivations<V> {
    const session = this.memory.session() ?? this.memory.sessionAt(version);
    if (!session) return NOTHING;
    return {
      lookupOf: (owner) => {
        const entries = this.values.valuesOf(owner);
        return (key) => {
          const entry = entries?.get(key);
          if (!entry || entry.from > session.version) return undefined;
          entry.isUsed = true;
          return entry.value as V;
        };
      },
      keep: (owner, found) =>
        this.memory.kept(session, () => {
          for (const [key, value] of found) this.values.replace(owner, key, value, session.version);
        }),
    };
  }
}
