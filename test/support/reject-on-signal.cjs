// A bug that a test can set off: a promise that nobody waits for fails.
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits for this')));
