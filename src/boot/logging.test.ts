import fs, { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { endLog, NestLog, openLog, prettyLine } from './logging.js';

const captured = (use: (nest: NestLog) => void): readonly Readonly<Record<string, unknown>>[] => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const logger = openLog(process.stdout, { write: (text) => lines.push(JSON.parse(text) as never) });
  logger.level = 'trace';
  use(new NestLog(logger));
  return lines.map(({ time: _time, ...rest }) => rest);
};

describe('NestLog', () => {
  it('writes level, context, message and stack', () => {
    const error = new Error('broken');
    const lines = captured((nest) => {
      Logger.overrideLogger(nest);
      const log = new Logger('access');
      log.log('keys read again');
      log.warn('careful');
      log.error('webapi-1 GET /x', error.stack);
      nest.fatal(error);
    });
    expect(lines).toEqual([
      { level: 'info', context: 'access', msg: 'keys read again' },
      { level: 'warn', context: 'access', msg: 'careful' },
      { level: 'error', context: 'access', msg: 'webapi-1 GET /x', stack: error.stack },
      { level: 'fatal', msg: 'broken', stack: error.stack },
    ]);
  });

  it('omits startup lines about modules and routes, and errors reported elsewhere', () => {
    const lines = captured((nest) => {
      nest.log('Mapped {/rest/V1/x, GET} route', 'RouterExplorer');
      nest.log('AppModule dependencies initialized', 'InstanceLoader');
      nest.error('told again by whoever starts', 'a stack', 'ExceptionHandler');
      nest.warn('kept', 'RouterExplorer');
    });
    expect(lines).toEqual([{ level: 'warn', context: 'RouterExplorer', msg: 'kept' }]);
  });
});

describe('prettyLine', () => {
  it('shows time of day, level, message and other fields, with the stack below', () => {
    const line = {
      level: 'warn',
      time: '2026-11-21T13:10:43.003Z',
      id: 'a',
      ms: 1.5,
      msg: 'request',
      stack: 'Error: x',
    };
    expect(prettyLine(JSON.stringify(line))).toBe('13:10:43 WARN  request id=a ms=1.5\nError: x\n');
  });
});

it('endLog waits until all earlier lines are written, and drops later ones', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'kontor-log-')), 'log');
  const write = fs.write;
  jest.spyOn(fs, 'write').mockImplementation((...args: Parameters<typeof write>) => {
    setTimeout(() => write(...args), 30);
  });
  const logger = openLog({ isTTY: false, fd: openSync(file, 'a'), write: () => true });
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`);
  for (const line of lines) logger.info(line);
  logger.fatal('the reason');
  const ended = endLog(logger);
  logger.info('too late');
  await ended;
  const written = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([...lines, 'the reason']);
});
