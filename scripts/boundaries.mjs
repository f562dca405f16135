// Checks the boundaries of the architecture page (rules in .dependency-cruiser.cjs) in the tree or in named folders.
//   node scripts/boundaries.mjs [--json] [folder…]
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import ts from 'typescript';
import config from '../.dependency-cruiser.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const cruised = async (folder) => {
  const present = globSync(['src', 'libs', 'desk'], { cwd: folder });
  const { output } = await cruise(present, {
    ...config.options,
    tsConfig: undefined,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  });
  return output.summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to,
    files: [from, ...(cycle ?? []).map(({ name }) => name)],
  }));
};

/** Checks that application services import only `Injectable` from Nest; dependency-cruiser sees packages, not names. */
const nestNames = (folder) =>
  globSync('src/{*,*/*}/application/**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest);
      return source.statements
        .filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
        .filter((node) => node.moduleSpecifier?.text === '@nestjs/common')
        .filter((node) => {
          const named = ts.isImportDeclaration(node) && !node.importClause?.name && node.importClause?.namedBindings;
          return !(
            named &&
            ts.isNamedImports(named) &&
            named.elements.every(({ name, propertyName }) => (propertyName ?? name).text === 'Injectable')
          );
        })
        .map(() => ({ rule: 'application-nest', from: file, to: '@nestjs/common', files: [file] }));
    });

const json = process.argv.includes('--json');
const folders = process.argv.slice(2).filter((argument) => argument !== '--json');
const found = {};
for (const folder of folders.length === 0 ? [root] : folders.map((name) => resolve(name))) {
  found[relative(root, folder) || '.'] = [...(await cruised(folder)), ...nestNames(folder)];
}

const comments = Object.fromEntries(config.forbidden.map(({ name, comment }) => [name, comment]));
comments['application-nest'] = 'Application services may import only Injectable from Nest.';
const all = Object.values(found).flat();
if (json) {
  process.stdout.write(JSON.stringify({ rules: Object.keys(comments), found }));
} else {
  for (const { rule, from, to } of all) console.error(`${rule}: ${from} → ${to}\n    ${comments[rule]}`);
  console.log(all.length === 0 ? 'No boundary violations.' : `Boundary violations: ${all.length}.`);
  process.exitCode = all.length === 0 ? 0 : 1;
}
