import { Injectable } from '@nestjs/common';
import { Clock, grouped } from '../../../../libs/kernel/index.js';
import type { PassportVersion } from '../../passport/domain/index.js';
import type { PassportRegistration } from '../../passport/index.js';
import { acceptedOperatorId, type RegistryEntry } from '../domain/entry.js';
import { type RegistryLine, registryLines } from '../domain/lines.js';
import { RegistryEntries } from '../ports/registry-entries.js';

type Validated = Pick<PassportVersion, 'passportId' | 'parties' | 'manufacturer'>;

/** The operator's view of passports in the EU registry. Never part of a published version. */
@Injectable()
export class RegistryStatus {
  constructor(
    private readonly entries: RegistryEntries,
    private readonly clock: Clock,
  ) {}

  /** The newest registration of each passport. Passports without a registration are missing. */
  async registrations(passportIds: readonly number[]): Promise<ReadonlyMap<number, PassportRegistration>> {
    const found = await this.entries.ofPassports(passportIds);
    return new Map(
      found.flatMap(({ passportId, state, registrationId, at, version }) =>
        state === 'registered' && registrationId !== null && at !== null
          ? [[passportId, { id: registrationId, at, version }] as const]
          : [],
      ),
    );
  }

  /**
   * Registry findings for the readiness report, in the order of the versions. They never prevent publication, because
   * registration follows it.
   */
  async lines(versions: readonly Validated[]): Promise<readonly (readonly RegistryLine[])[]> {
    const found = await this.entries.ofPassports(versions.map(({ passportId }) => passportId));
    const byPassport = grouped(
      found,
      ({ passportId }) => passportId,
      (entry: RegistryEntry) => entry,
    );
    const newest = versions.map(({ passportId }) => byPassport.get(passportId)?.at(-1));
    const proven = await this.entries.withProof(newest.flatMap((entry) => entry?.id ?? []));
    const now = this.clock.now();
    return versions.map((version, index) => {
      const entry = newest[index];
      const known = entry && { ...entry, hasProof: proven.has(entry.id) };
      return registryLines(known, acceptedOperatorId(version) !== undefined, now);
    });
  }
}
