import { isEmptyValue } from '../../passport/domain/index.js';
import { isListStep, reasonFor, type RuleFacts, valuesAt, type PayloadFault } from './conditions.js';
import { asks, holds } from './rules.js';
import type { TemplateRule } from './template.js';

/** The reason why a property is not applicable, if the rules that require it accept a reason. */
export const reasonNotToApply = (
  path: string,
  rules: readonly TemplateRule[],
  facts: RuleFacts,
): string | undefined => {
  const asking = rules.filter((rule) => asks(rule, path) && holds(rule, facts));
  const takesIt = asking.length > 0 && asking.every((rule) => rule.rule === 'required_from' && rule.not_applicable);
  return takesIt ? reasonFor(path.split('.'), facts) : undefined;
};

/** True if a reason is accepted: a rule with a satisfied condition requires the value, regardless of the date. */
const takesReason = (path: string, rules: readonly TemplateRule[], facts: RuleFacts): boolean =>
  rules.some((rule) => rule.rule === 'required_from' && rule.not_applicable && asks(rule, path) && holds(rule, facts));

/** Refuses reasons for properties that have a value, do not exist, or are not conditionally required. */
export const notApplicableFaults = (
  facts: RuleFacts,
  rules: readonly TemplateRule[],
  isProperty: (path: string) => boolean,
): readonly PayloadFault[] =>
  [...facts.notApplicable.keys()].flatMap((named) => {
    const faultBecause = (reason: string): readonly PayloadFault[] => [
      {
        path: ['not_applicable'],
        message: `refers to ${named || '/'}, which ${reason}`,
        missing: false,
        isOfEnvelope: true,
      },
    ];
    const steps = named.split('.');
    const path = steps.filter((step) => !isListStep(step)).join('.');
    if (!isProperty(path)) return faultBecause('does not exist in the template. Correct the path');
    if (valuesAt(facts.payload, steps).some((value) => !isEmptyValue(value)))
      return faultBecause('has a value. Remove the value or the reason');
    return takesReason(path, rules, facts)
      ? []
      : faultBecause('does not accept a reason. Send a value, or leave it out if it is not required');
  });
