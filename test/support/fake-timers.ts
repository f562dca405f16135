import timers from 'node:timers/promises';

/** Fakes all timers, including those of `node:timers/promises`, which Jest leaves real. */
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
