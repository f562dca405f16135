const NOW = new Date('2026-06-15T12:00:00.000Z');

/** Only what tells the date stands still: deadlines and timers go on. */
export const standStill = (): void => {
  jest.useFakeTimers({
    now: NOW,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
};
