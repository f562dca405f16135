// Keeps the process open, so that it only ends if it is stopped.
setInterval(() => undefined, 60_000);
