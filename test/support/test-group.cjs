// Several test files in one Jest file: the application is loaded once for all of them (docs/adr/0068). What one changes of
// the process is put back before the next.

/** Environment, folder, exit code and signal listeners as they are now. Returns a function that restores them. */
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
