// Node processes started by the tested code inherit these flags, so that they compile the sources as the tests do.
const { join } = require('node:path');

for (const name of ['typescript-hook', 'same-priority']) process.execArgv.push('-r', join(__dirname, `${name}.cjs`));
