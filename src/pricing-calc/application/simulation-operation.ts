import { answers, operation, takes } from '../../../libs/operations/index.js';
import { CALCULATED_PRICE, TAG, CALCULATE, byIntegration, asOf } from './price-operations.js';
import { SimulationQuestion, simulatedLines } from './simulation-question.js';
import { SimulatedPrices } from './price-answers.js';
import { SimulatePrices } from './simulate-prices.js';
import { PricingCalcSettings } from '../settings.js';
import { RecordServices } from '../../../libs/records/index.js';
import { simulationAnswer } from './simulation-answer.js';
/** Documented in pricing-tools.md, "Simulation". */
export const SIMULATION_OPERATION = operation({
  service: CALCULATED_PRICE,
  name: 'simulate',
  summary: 'Calculate prices before and after record changes, without storing anything',
  about:
    'Each change is validated as if it were sent to the REST route of its record. An error contains the position of the change, as in `changes[3].record.value`. In the response, a record that exists only in the simulation has the negative ID from the request, or null.',
  tag: TAG,
  right: CALCULATE,
  effect: 'reads',
  deadline: 'write',
  heavy: () => true,
  rest: { verb: 'POST', path: 'pricing/simulate' },
  input: { question: takes.fields(SimulationQuestion) },
  output: answers.fields(SimulatedPrices),
  errors: [404, 409],
  by: [SimulatePrices, PricingCalcSettings, RecordServices],
  run: async ([simulation, { PRICING_MAX_ITEMS }, services], { question }, { namedStore, tell }) => {
    const lines = simulatedLines(question, PRICING_MAX_ITEMS);
    const buyer = byIntegration(question, namedStore);
    const simulated = await simulation.simulate(buyer, lines, asOf(question), question.changes);
    return simulationAnswer(simulated, lines, (name) => services.named(name)?.resource, tell);
  },
});
