// Node processes that the tested code starts compile the sources as the tests do: they inherit these flags.
const { join } = require('node:path');

for (const name of ['typescript-hook', 'same-priority']) process.execArgv.push('-r', join(__dirname, `${name}.cjs`));
