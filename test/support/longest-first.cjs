const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Folders with the slowest files, regardless of file size. Started last, they would still run when all others are done.
 */
const FOLDERS = ['campaign', 'conformance', 'e2e', 'clients', 'contracts'].map((name) => `/test/${name}/`);

const placeOf = ({ path }) => {
  const place = FOLDERS.findIndex((folder) => path.replaceAll('\\', '/').includes(folder));
  return place < 0 ? FOLDERS.length : place;
};

/** Jest's own order (failed first, then longest, then largest) within these folders, one folder after the other. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
};
