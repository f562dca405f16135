import type { Clock, Transactions } from '../../../../libs/kernel/index.js';
import type { TemplateDocument } from '../domain/template.js';
import type { Templates } from '../ports/templates.js';

/** Puts the templates of the house into the database, each once; a newer version of one stands beside the older. */
export class ShipTemplates {
  constructor(
    private readonly templates: Templates,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly shipped: readonly TemplateDocument[],
  ) {}

  /** May run in several processes at once, and again and again. */
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
