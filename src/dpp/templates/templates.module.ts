import { Global, Module } from '@nestjs/common';
import { Clock, Transactions } from '../../../libs/kernel/index.js';
import { SHIPPED_TEMPLATES } from './adapters/shipped/shipped-templates.js';
import { SqlTemplates } from './adapters/sql/sql-templates.js';
import { FindTemplate } from './application/find-template.js';
import { ManageTemplates, ShipTemplates } from './application/manage-templates.js';
import { Templates } from './ports/templates.js';

/** Templates. The authoring module implements the ports `TemplateJudge` and `PassportsOfTemplate`. */
@Global()
@Module({
  providers: [
    { provide: Templates, useClass: SqlTemplates },
    FindTemplate,
    ManageTemplates,
    {
      provide: ShipTemplates,
      inject: [Templates, Transactions, Clock],
      useFactory: (templates: Templates, transactions: Transactions, clock: Clock) =>
        new ShipTemplates(templates, transactions, clock, SHIPPED_TEMPLATES),
    },
  ],
  exports: [Templates, FindTemplate, ManageTemplates],
})
export class TemplatesModule {}
