const { default: Sequencer } = require('@jest/test-sequencer');

/** Where files lie that take longest, however short they are: begun last, they would run on when all others are done. */
const FOLDERS = ['campaign', 'conformance', 'e2e', 'clients', 'contracts'].map((name) => `/test/${name}/`);

const placeOf = ({ path }) => {
  const place = FOLDERS.findIndex((folder) => path.replaceAll('\\', '/').includes(folder));
  return place < 0 ? FOLDERS.length : place;
};

/** Jest's own order (failed before, longest, largest first) within these folders, one after the other. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
};
