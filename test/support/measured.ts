/**
 * For a file whose tests hold times or memory against a limit: on a busy machine a figure may be taken three times. What is
 * broken is above its limit each time. Each failure is printed, and `npm run verify` tells which tests needed another try.
 */
export const measures = (): void => {
  jest.retryTimes(2, { logErrorsBeforeRetry: true });
};
