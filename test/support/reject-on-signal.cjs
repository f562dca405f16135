// A bug that a test can trigger: an unhandled promise rejection.
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits for this')));
