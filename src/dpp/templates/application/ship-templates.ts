import type { Clock, Transactions } from '../../../../libs/kernel/index.js';
import type { TemplateDocument } from '../domain/template.js';
import type { Templates } from '../ports/templates.js';

/** Inserts shipped templates once each; newer versions are added next to older ones. */
export class ShipTemplates {
  constructor(
    private readonly templates: Templates,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly shipped: readonly TemplateDocument[],
  ) {}

  /** Safe to run repeatedly and in several processes. */
  async ensure(): Promise<void> {
    const absent: TemplateDocument[] = [];
    for (const document of this.shipped)
      if (!(await this.templates.byCode(document.code, document.version))) absent.push(document);
    if (absent.length === 0) return;
    await this.transactions.write(async () => {
      for (const document of absent) await this.templates.ensure(document, this.clock.now());
    });
  }
}
