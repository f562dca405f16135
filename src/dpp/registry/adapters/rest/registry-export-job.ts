import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../../../libs/kernel/index.js';
import type { JobAdapter, JobWork } from '../../../../../libs/operations/index.js';
import { once } from '../../../../../libs/rest/index.js';
import { ExportRegistry } from '../../application/export-registry.js';
import type { RegistryExportInput } from '../../application/registry-operations.js';

/** Files of a job are stored in the database, so that one transaction stores the files and marks their entries. */
@Injectable()
export class RegistryExportJob implements JobAdapter<RegistryExportInput> {
  constructor(
    private readonly registry: ExportRegistry,
    private readonly transactions: Transactions,
  ) {}

  async run({ input, files, progress }: JobWork<RegistryExportInput>): Promise<object> {
    const counts = await this.registry.export(
      {
        store: (exported, mark) =>
          this.transactions.write(async () => {
            if (await mark()) for (const { name, text } of exported) await files.write(name, once(Buffer.from(text)));
          }),
      },
      input.files,
      progress,
    );
    const { files: written, entries, pending, operatorIdentifier } = counts;
    return { files: written, entries, pending, operator_identifier: operatorIdentifier };
  }
}
