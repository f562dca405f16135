import { isEmptyValue } from '../../passport/domain/index.js';
import { isListPlace, reasonFor, type RuleFacts, valuesAt } from './conditions.js';
import type { PayloadFault } from './payload-fault.js';
import { asks, holds } from './rules.js';
import type { TemplateRule } from './template.js';

/** The reason why a property doesn't apply, where the rules that ask for it take one. */
export const reasonNotToApply = (
  path: string,
  rules: readonly TemplateRule[],
  facts: RuleFacts,
): string | undefined => {
  const asking = rules.filter((rule) => asks(rule, path) && holds(rule, facts));
  const takesIt = asking.length > 0 && asking.every((rule) => rule.rule === 'required_from' && rule.not_applicable);
  return takesIt ? reasonFor(path.split('.'), facts) : undefined;
};

/** Whether a reason in place of a value is taken here: the law asks for it on a condition, which holds, whatever the day. */
const takesReason = (path: string, rules: readonly TemplateRule[], facts: RuleFacts): boolean =>
  rules.some((rule) => rule.rule === 'required_from' && rule.not_applicable && asks(rule, path) && holds(rule, facts));

/** What is said not to apply though it has a value, isn't there to apply, or isn't asked for on a condition. */
export const notApplicableFaults = (
  facts: RuleFacts,
  rules: readonly TemplateRule[],
  isProperty: (path: string) => boolean,
): readonly PayloadFault[] =>
  [...facts.notApplicable.keys()].flatMap((named) => {
    const told = (reason: string): readonly PayloadFault[] => [
      {
        path: ['not_applicable'],
        message: `refers to ${named || '/'}, which ${reason}`,
        missing: false,
        isOfEnvelope: true,
      },
    ];
    const steps = named.split('.');
    const path = steps.filter((step) => !isListPlace(step)).join('.');
    if (!isProperty(path)) return told('does not exist in the template');
    if (valuesAt(facts.payload, steps).some((value) => !isEmptyValue(value))) return told('has a value');
    return takesReason(path, rules, facts)
      ? []
      : told('does not accept a reason. Send a value, or leave it out if it is not required');
  });
