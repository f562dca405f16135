import timers from 'node:timers/promises';

/** Fakes all timers; Jest leaves those of `node:timers/promises` real. */
export const fakeTime = (): void => {
  jest.useFakeTimers();
  jest
    .spyOn(timers, 'setTimeout')
    .mockImplementation((ms, value) => new Promise((resolve) => setTimeout(() => resolve(value as never), ms)));
};

export const realTime = (): void => {
  jest.restoreAllMocks();
  jest.useRealTimers();
};
