import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loadSettings } from './config.js';
import { failureOf } from './failure.js';
import { openLog } from './logging.js';
import { type RunningServer, startServer } from './server.js';

const fail = (logger: Logger, error: unknown): void => {
  const { message, stack } = failureOf(error);
  logger.fatal(stack === undefined ? {} : { stack }, message);
  logger.flush();
  process.exitCode = 1;
};

/** The first signal drains and stops, the second stops at once (running.md). */
const stopOnSignals = (server: RunningServer, logger: Logger, drainSeconds: number): void => {
  const stop = async (signal: string): Promise<void> => {
    // Whoever types Ctrl-C has no balancer that must take note first.
    const seconds = signal === 'SIGINT' && process.stdout.isTTY ? 0 : drainSeconds;
    logger.info(`${signal}: draining for ${seconds} s, then stopping; a second signal stops at once`);
    server.drain();
    await delay(seconds * 1000);
    await server.stop();
    logger.info('stopped');
    logger.flush();
  };
  let signals = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      signals += 1;
      if (signals > 1) {
        logger.warn(`${signal} again: stopping at once`);
        logger.flush();
        process.exit(1);
      }
      stop(signal).catch((error: unknown) => {
        fail(logger, error);
        process.exit(1);
      });
    });
  }
};

/** The server as a process: settings, log, signals, exit code. */
export const serve = async (): Promise<void> => {
  const logger = openLog(process.stdout);
  // Without a handler it would end the process; `access` reads JWT_KEYS_FILE again.
  process.on('SIGHUP', () => logger.info('SIGHUP'));
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      fail(logger, error);
      process.exit(1);
    });
  }
  try {
    const settings = loadSettings();
    const server = await startServer(settings, logger);
    stopOnSignals(server, logger, settings.DRAIN_S);
    logger.info({ port: server.port, host: settings.HOST, after_ms: Math.round(performance.now()) }, 'listening');
  } catch (error) {
    fail(logger, error);
  }
};
