// Creates the folder of an unfinished export, but lets the export continue only after SIGTERM.
const files = require('node:fs/promises');

const { mkdir } = files;

const signalled = () =>
  new Promise((resolve) => {
    // A pending signal listener alone would not keep Node running.
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
