import type { Templates } from '../ports/templates.js';
import { FindTemplate } from './find-template.js';

const find = new FindTemplate({
  byCode: () => Promise.resolve(undefined),
  numbersOf: (code: string) => Promise.resolve(code === 'battery' ? [{ id: 1, version: '2.1.0' }] : []),
} as unknown as Templates);

it.each([
  ['template_code', 'unknown', '2.1.0', 'the code of an existing template'],
  ['template_version', 'battery', '9.0.0', 'existing versions of the template battery'],
])('FindTemplate rejects an unknown %s and names the rule', async (field, code, version, rule) => {
  await expect(find.named(code, version)).rejects.toMatchObject({ faults: [{ field, rule }] });
});
