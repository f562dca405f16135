import { Global, Module } from '@nestjs/common';
import { Clock, Transactions } from '../../../libs/kernel/index.js';
import { SHIPPED_TEMPLATES } from './adapters/shipped/shipped-templates.js';
import { SqlTemplates } from './adapters/sql/sql-templates.js';
import { FindTemplate } from './application/find-template.js';
import { GuideController } from './adapters/rest/guide.controller.js';
import { GuideTemplate } from './application/guide-template.js';
import { ManageTemplates, ShipTemplates } from './application/manage-templates.js';
import { Templates } from './ports/templates.js';

/** Templates. The authoring module implements the ports `TemplateValidator` and `PassportsOfTemplate`. */
@Global()
@Module({
  controllers: [GuideController],
  providers: [
    { provide: Templates, useClass: SqlTemplates },
    FindTemplate,
    GuideTemplate,
    ManageTemplates,
    {
      provide: ShipTemplates,
      inject: [Templates, Transactions, Clock],
      useFactory: (templates: Templates, transactions: Transactions, clock: Clock) =>
        new ShipTemplates(templates, transactions, clock, SHIPPED_TEMPLATES),
    },
  ],
  exports: [Templates, FindTemplate, GuideTemplate, ManageTemplates],
})
export class TemplatesModule {}
