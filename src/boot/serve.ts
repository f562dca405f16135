import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Room } from '../../libs/manifest/index.js';
import { ROOMS } from '../app.module.js';
import { loadSettings } from '../config/config.js';
import { failureOf } from './failure.js';
import { endLog, openLog } from './logging.js';
import { type RunningServer, startServer } from './server.js';
import { Stopped, type StopSignal, type StopSignals } from './stop-signals.js';

/** Exits even with open handles. Flushes the log first, with the reason as its last line. */
const end = (logger: Logger, code: number): void => {
  process.exitCode = code;
  void endLog(logger).finally(() => process.exit(code));
};

const fail = (logger: Logger, error: unknown): void => {
  const { message, stack } = failureOf(error);
  logger.fatal(stack === undefined ? {} : { stack }, message);
  end(logger, 1);
};

const stopNow = (logger: Logger, signal: StopSignal): void => {
  logger.warn(`${signal} again: stopping immediately`);
  end(logger, 1);
};

const stoppedWhileStarting = (logger: Logger, signal: StopSignal): void => {
  logger.info(`${signal}: stopped during startup`);
  end(logger, 0);
};

/** The first signal drains and stops the server, the second stops it immediately (operations.md, "Stopping"). */
const stopOnSignals = (stops: StopSignals, server: RunningServer, logger: Logger, drainSeconds: number): void => {
  const stop = async (signal: StopSignal): Promise<void> => {
    // After Ctrl-C there is no load balancer to wait for.
    const seconds = signal === 'SIGINT' && process.stdout.isTTY ? 0 : drainSeconds;
    logger.info(`${signal}: draining for ${seconds} s, then stopping; a second signal stops immediately`);
    server.drain();
    await delay(seconds * 1000);
    await server.stop();
    logger.info('stopped');
    await endLog(logger);
  };
  stops.handle((signal, count) => {
    if (count > 1) return stopNow(logger, signal);
    stop(signal).catch((error: unknown) => fail(logger, error));
  });
};

/**
 * Runs the server as a process: settings, log, signals, exit code. A server with custom modules needs its own job
 * program.
 */
export const serve = async (stops: StopSignals, rooms: readonly Room[] = ROOMS, jobProgram?: string): Promise<void> => {
  const logger = openLog(process.stdout);
  stops.endOrWait((signal, count) => {
    if (count > 1) stopNow(logger, signal);
    else stoppedWhileStarting(logger, signal);
  });
  // Without a handler, SIGHUP would end the process. `access` reads JWT_KEYS_FILE again on SIGHUP.
  process.on('SIGHUP', () => logger.info('SIGHUP'));
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => fail(logger, error));
  }
  try {
    const settings = loadSettings(rooms);
    logger.level = settings.LOG_LEVEL;
    const server = await startServer(settings, logger, stops, jobProgram);
    stopOnSignals(stops, server, logger, settings.DRAIN_S);
    logger.info({ port: server.port, host: settings.HOST, after_ms: Math.round(performance.now()) }, 'listening');
  } catch (error) {
    if (error instanceof Stopped) stoppedWhileStarting(logger, error.by);
    else fail(logger, error);
  }
};
