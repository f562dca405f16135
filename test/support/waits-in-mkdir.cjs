// The folder of an unfinished export is made, but the export goes on only after SIGTERM.
const files = require('node:fs/promises');

const { mkdir } = files;

const signalled = () =>
  new Promise((resolve) => {
    // Waiting for a signal alone, Node would end the process.
    const awake = setInterval(() => undefined, 60_000);
    process.once('SIGTERM', () => {
      clearInterval(awake);
      resolve();
    });
  });

files.mkdir = async (...given) => {
  const made = await mkdir(...given);
  if (String(given[0]).endsWith('.partial')) await signalled();
  return made;
};
