// Runs the tests (CONTRIBUTING.md, "Commands"):
//   npm test                            checks, builds, runs unit, contract and end-to-end tests
//   npm run test:unit                   tests next to the sources
//   npm run test:module -- dpp          all tests of one module or library
//   npm run test:changed                tests of what differs from main
//   npm run verify:all [-- --share 1/4] everything, third-party clients, browsers and campaigns included
// The last line is "N passed, N failed". With CI=true a check that cannot run here counts as failed.
import { prepare } from './project.mjs';

const version = await prepare(process.argv[2] === 'everything' ? 'everything' : 'test');
console.log(`Node ${version.replace('v', '')} runs the tests.`);
await import('./run-tests.mjs');
