import { ProcessPassportValidator } from '../../src/dpp/authoring/adapters/validation/process-passport-validator.js';
import { SystemClock } from '../../libs/kernel/index.js';
import { DppSettings } from '../../src/dpp/passport/application/settings.js';
import { aContent, aTemplate } from './passport-content.js';

/**
 * A program for the test to kill: it sends a question that takes minutes, and prints the PID of the process that works
 * on it.
 */
const run = async (): Promise<void> => {
  const validator = new ProcessPassportValidator(
    new DppSettings({ checkMs: 60_000, checkProcesses: 1 }),
    new SystemClock(),
  );
  const actor = { kind: 'operator', id: null } as const;
  await validator.score(actor, aContent(), aTemplate());
  const text = { type: 'string', pattern: `^${'(.{0,1000})'.repeat(8)}$`, maxLength: 6000 };
  const template = aTemplate({ type: 'object', properties: { power_w: { type: 'array', items: text } } });
  const texts = Array.from({ length: 40 }, () => 'a'.repeat(6000));
  void validator.score(actor, aContent({ dppPayload: { power_w: texts } }), template);
  // By this time, the process is working on the question.
  setTimeout(() => process.stdout.write(String(validator.pids[0])), 1000);
};

void run();
