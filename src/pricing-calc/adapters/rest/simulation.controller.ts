import { Post } from '@nestjs/common';
import { RecordServices } from '../../../../libs/records/index.js';
import {
  Describes,
  Heavy,
  NamedStore,
  Needs,
  OnlyReads,
  PlainBody,
  RestController,
  type StoreView,
  Within,
} from '../../../../libs/webapi/index.js';
import { QuoteLimits } from '../../application/quote-limits.js';
import { SimulatePrices } from '../../application/simulate-prices.js';
import { simulationSpec } from './answer-schema.js';
import { asOf, byIntegration, CALCULATE, TAG } from './calculated.js';
import { simulationAnswer } from './simulation-answer.js';
import { simulatedLines, SimulationQuestion } from './simulation-question.js';

/** What prices would be (pricing.md §7). */
@RestController('pricing')
export class SimulationController {
  constructor(
    private readonly simulation: SimulatePrices,
    private readonly limits: QuoteLimits,
    private readonly services: RecordServices,
  ) {}

  @Post('simulate')
  @Needs(CALCULATE)
  @OnlyReads()
  @Within('write')
  @Heavy()
  @Describes({
    summary: 'Tell prices before and after records are added, changed or removed, without writing anything',
    about:
      'A change is checked as its own route would check it; a fault names its place: `changes[3].record.value`. ' +
      'Records that are only tried have no id in the answer but the stand-in that was sent.',
    answer: simulationSpec(),
    errors: [404, 409],
    tag: TAG,
  })
  async simulate(
    @PlainBody(SimulationQuestion) asked: SimulationQuestion,
    @NamedStore() path: StoreView | undefined,
  ): Promise<object> {
    const lines = simulatedLines(asked, this.limits.maxItems);
    const simulation = await this.simulation.run(byIntegration(asked, path), lines, asOf(asked), asked.changes);
    return simulationAnswer(simulation, lines, (name) => this.services.named(name)?.resource);
  }
}
