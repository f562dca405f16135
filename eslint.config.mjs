import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const forbid = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));

const everywhere = [
  ...forbid(
    'A test runs, or it goes.',
    'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo|failing)$/]',
    'CallExpression[callee.name=/^(fit|fdescribe|xit|xdescribe|xtest)$/]',
  ),
  ...forbid(
    'Two modules that need each other are cut wrongly: a port breaks the circle.',
    'CallExpression[callee.name="forwardRef"]',
  ),
  ...forbid(
    'A relative import ends in .js: the compiled file is what Node looks for.',
    ':matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration)[source.value=/^\\.(?!.*\\.(js|cjs|mjs|json)$)/]',
    'ImportExpression[source.value=/^\\.(?!.*\\.(js|cjs|mjs|json)$)/]',
  ),
];
const environment = forbid(
  'src/config/environment.ts is the only reader of the environment.',
  'MemberExpression[object.name="process"][property.name="env"]',
  'MemberExpression[object.name="process"][computed=true]',
  'VariableDeclarator[init.name="process"]',
  'ImportDeclaration[source.value=/^(node:)?process$/]',
);
const outbound = forbid(
  'Requests to other servers go through libs/outbound.',
  'CallExpression[callee.name="fetch"]',
  ':matches(ImportDeclaration, ExportNamedDeclaration)[source.value=/^(node:)?https?$/] > :matches(ImportSpecifier[imported.name=/^(request|get)$/], ExportSpecifier[local.name=/^(request|get)$/])',
);
const clock = forbid(
  'Time is an argument here, or comes from the port Clock.',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name="Date"]',
  'CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
);
// TypeORM's save() begins a transaction of its own inside ours and leaves none behind; on SQLite every query runner is
// the same one.
const ownTransactions = forbid(
  'Inside our transactions only the query builder, or {transaction: false}.',
  'CallExpression[callee.property.name=/^(save|remove|softRemove|recover)$/]:not(:has(Property[key.name="transaction"][value.value=false]))',
  'CallExpression[callee.object.property.name="manager"][callee.property.name="transaction"]',
);
const restricted = (files, ...lists) => ({ files, rules: { 'no-restricted-syntax': ['error', ...lists.flat()] } });

export default defineConfig(
  {
    ignores: [
      'node_modules/',
      '**/dist/',
      'var/',
      'coverage/',
      'demo/',
      'clients/typescript/src/generated/',
      'test/architecture/canaries/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // Rules that need types are oxlint's, which runs them in a tenth of the time (.oxlintrc.json).
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
    rules: {
      // Knows emitDecoratorMetadata: in a decorated class it leaves the value imports that Nest injects by alone.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  restricted(['**/*.ts'], everywhere, environment, outbound),
  restricted(
    ['libs/database/**/*.ts', 'src/**/adapters/{typeorm,sql,records}/**/*.ts'],
    everywhere,
    environment,
    outbound,
    ownTransactions,
  ),
  restricted(
    ['src/{*,*/*}/{domain,ports,application}/**/*.ts', 'libs/{kernel,pricing,records}/**/*.ts'],
    everywhere,
    environment,
    outbound,
    clock,
  ),
  // The health command asks the server next to it.
  restricted(['libs/outbound/**/*.ts', 'src/cli/health.ts'], everywhere, environment),
  // Desk runs in a browser.
  restricted(['desk/**/*.{ts,tsx}', 'src/*/desk/**/*.{ts,tsx}'], everywhere),
  restricted(
    ['src/config/environment.ts', 'libs/kernel/{clock,deadline}.ts', '*.ts', 'test/**/*.ts', '**/*.test.ts'],
    everywhere,
  ),
  { files: ['test/**/*.ts', '**/*.test.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  { files: ['test/**/*.cjs'], languageOptions: { globals: globals.jest } },
);
