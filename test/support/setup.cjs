// Node processes that the tested code starts compile the sources as the tests do: they inherit these flags.
const { join } = require('node:path');

process.execArgv.push('-r', join(__dirname, 'typescript-hook.cjs'));
