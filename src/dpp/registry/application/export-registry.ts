import { Injectable } from '@nestjs/common';
import { Clock, Transactions } from '../../../../libs/kernel/index.js';
import type { PublicPassport } from '../../passport/domain/index.js';
import { publicBody, viewOf } from '../../versions/domain/index.js';
import type { PassportVersions } from '../../versions/index.js';
import { upiOf } from '../domain/entry.js';
import { fileNameOf, REGISTRY_FORMS } from '../domain/forms.js';
import { type RegistryFile, requestOf, REQUESTS_MAX, type RegistryRequest } from '../domain/request.js';
import { RegistryEntries, type TakenExport, type WaitingEntries } from '../ports/registry-entries.js';

const PUBLIC = new Set([1] as const);

/** Reads the published versions that entries refer to. */
export class RegisteredVersions {
  constructor(
    private readonly versions: PassportVersions,
    /** Returns lowercase hex. */
    private readonly sha256: (text: string) => string,
  ) {}

  async view(versionId: number): Promise<PublicPassport> {
    const { own, bodies } = await this.versions.read(versionId, PUBLIC);
    return viewOf(publicBody(bodies), own);
  }

  async upi(versionId: number): Promise<string> {
    return upiOf(await this.view(versionId));
  }

  /** Hash of the public bytes of a version: `sha-256:` and hex. */
  async hash(versionId: number): Promise<string> {
    return `sha-256:${this.sha256((await this.versions.readable(versionId, PUBLIC)).text)}`;
  }
}

/** Long enough to write one file. After a process is killed, its export is blocked for this time. */
const LEASE_MS = 10_000;

export interface ExportedFile {
  readonly name: string;
  readonly text: string;
}

/** Where the files of exports are stored. */
export interface ExportDestination {
  /**
   * Stores the files of one export and marks its entries. After a crash in between, the entries stay unmarked and the
   * same files are stored again. If `mark` returns false, another process stores the files, and this one must leave no
   * files.
   */
  store(files: readonly ExportedFile[], mark: () => Promise<boolean>): Promise<void>;
}

interface ExportCounts extends WaitingEntries {
  /** Number of files in each form. */
  readonly files: number;
  readonly entries: number;
}

/** Writes pending entries to files for the EU registry. Nothing is sent anywhere (passports-registry.md). */
@Injectable()
export class ExportRegistry {
  constructor(
    private readonly entries: RegistryEntries,
    private readonly versions: RegisteredVersions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes at most this many files in each form. `onFile` is called with the number of entries so far, and can stop the
   * export by throwing.
   */
  async export(
    destination: ExportDestination,
    most: number,
    onFile: (entries: number) => void = () => undefined,
  ): Promise<ExportCounts> {
    const counts = { files: 0, entries: 0 };
    for (let taking = 0; taking < most; taking += 1) {
      onFile(counts.entries);
      const taken = await this.transactions.write(() => this.entries.take(REQUESTS_MAX, LEASE_MS, this.clock.now()));
      if (!taken) break;
      const file = await this.fileOf(taken);
      const files = Object.entries(REGISTRY_FORMS).map(([ending, write]) => ({
        name: fileNameOf(taken.number, ending),
        text: write(file),
      }));
      let isOurs = false;
      await destination.store(files, async () => {
        isOurs = await this.transactions.write(() => this.entries.finish(taken, this.clock.now()));
        return isOurs;
      });
      if (!isOurs) continue;
      counts.files += 1;
      counts.entries += taken.entries.length;
    }
    return { ...counts, ...(await this.entries.waiting()) };
  }

  private async fileOf({ number, createdAt, entries }: TakenExport): Promise<RegistryFile> {
    const requests: RegistryRequest[] = [];
    for (const { versionId, action } of entries)
      requests.push(requestOf(await this.versions.view(versionId), action, await this.versions.hash(versionId)));
    return { number, createdAt: createdAt.toISOString(), requests };
  }
}
