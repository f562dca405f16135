// Runs several test files as one Jest file, so that the application is loaded once (docs/adr/0068). Changes that a file
// makes to the process are undone before the next file.

/** Records the environment, folder, exit code and signal listeners. Returns a function that restores them. */
const snapshot = () => {
  const env = { ...process.env };
  const [cwd, exit, exitCode] = [process.cwd(), process.exit, process.exitCode];
  const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    process.exit = exit;
    process.exitCode = exitCode;
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!(listeners.get(name) ?? []).includes(listener)) process.removeListener(name, listener);
  };
};

exports.testGroup = (files) => {
  for (const [name, load] of files)
    describe(name, () => {
      let restore;
      beforeAll(() => (restore = snapshot()));
      load();
      afterAll(() => {
        jest.useRealTimers();
        jest.restoreAllMocks();
        restore();
      });
    });
};
