// The folder of an unfinished export is made, but the export goes on only after SIGTERM.
const files = require('node:fs/promises');

const { mkdir } = files;
const signalled = new Promise((resolve) => process.once('SIGTERM', resolve));
files.mkdir = async (...given) => {
  const made = await mkdir(...given);
  if (String(given[0]).endsWith('.partial')) await signalled;
  return made;
};
