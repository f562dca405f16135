import { aContent } from '../../../../test/support/passport-content.js';
import { withLinks } from './public-links.js';

const named = new Map([
  [5, { address: 'https://id.example/dpp/five', isPublic: true }],
  [6, { address: 'https://id.example/dpp/six', isPublic: false }],
]);
const component = (parts: object) => ({
  passport: null,
  productId: null,
  link: null,
  quantity: 2,
  role: 'cell',
  ...parts,
});

it('withLinks names predecessors by address, each once, and omits those never public', () => {
  const links = ['https://elsewhere.example/1', '6', '7', '5', 'https://id.example/dpp/five'];
  expect(withLinks(aContent({ predecessorId: 6, predecessors: links }), named)).toMatchObject({
    predecessorId: null,
    predecessors: ['https://elsewhere.example/1', 'https://id.example/dpp/six', 'https://id.example/dpp/five'],
  });
});

it('withLinks puts predecessorId first if the list does not contain it', () => {
  const content = aContent({ predecessorId: 5, predecessors: ['https://elsewhere.example/1'] });
  expect(withLinks(content, named).predecessors).toEqual([
    'https://id.example/dpp/five',
    'https://elsewhere.example/1',
  ]);
});

it('withLinks gives components an address only if they are public today', () => {
  const components = [{ passport: 5 }, { passport: 6 }, { passport: 7 }, { productId: 'x' }].map(component);
  expect(withLinks(aContent({ components }), named).components).toEqual([
    component({ link: 'https://id.example/dpp/five' }),
    component({ passport: 6 }),
    component({ passport: 7 }),
    component({ productId: 'x' }),
  ]);
});
