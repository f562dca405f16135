import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { ScanVerdict } from '../../domain/scan.js';
import { VirusScanner } from '../../ports/virus-scanner.js';
import { type ClamdAddress, clamdAddress } from '../../settings.js';

/** Timeout for each step (connecting, sending, waiting for the response), in milliseconds. */
const PATIENCE_MS = 60_000;
const PROBE_MS = 2_000;
const CHUNK_BYTES = 64 * 1024;
/** Maximum length of a response. The rest of a longer one is ignored. */
const ANSWER_MAX = 4096;

const COMMAND = 'zINSTREAM\0';
const LENGTH_BYTES = 4;
const END = Buffer.alloc(LENGTH_BYTES);

const INFECTED = /^stream: (.+) FOUND$/;
/** Matches files beyond clamd's limits, which clamd only reports with `AlertExceedsMax yes`. */
const BEYOND_LIMITS = /^Heuristics\.Limits\.Exceeded/;
const FOUND_MAX = 255;

export const verdictOf = (answer: string): ScanVerdict => {
  if (answer === 'stream: OK') return { state: 'clean' };
  if (answer === 'INSTREAM size limit exceeded. ERROR') return { state: 'too_large' };
  const found = INFECTED.exec(answer)?.[1];
  if (found === undefined) throw new Error(`unexpected response: ${answer}`);
  return BEYOND_LIMITS.test(found) ? { state: 'too_large' } : { state: 'infected', found: found.slice(0, FOUND_MAX) };
};

/** An error of clamd. Errors of the byte stream are thrown unchanged. */
class ScannerAway extends Error {}

/** A session with clamd for one stream of bytes. */
class Conversation {
  private answer = '';
  private ended = false;
  private failure: Error | undefined;
  private readonly over: Promise<void>;

  constructor(
    private readonly socket: Socket,
    patienceMs: number,
  ) {
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no response within ${patienceMs / 1000} s`)));
    socket.on('data', (bytes: Buffer) => {
      if (this.answer.length < ANSWER_MAX) this.answer += bytes.toString('latin1');
    });
    socket.on('error', (error) => (this.failure = error));
    this.over = new Promise((resolve) => {
      const end = (): void => {
        this.ended = true;
        resolve();
      };
      socket.once('end', end).once('close', end);
    });
  }

  /** True if sending is pointless, because clamd has responded or disconnected. */
  get isOver(): boolean {
    return this.ended || this.answer !== '';
  }

  /** Sends bytes, then waits briefly for a response. */
  async send(bytes: Uint8Array): Promise<void> {
    if (this.socket.write(bytes)) await yieldToEventLoop();
    else await Promise.race([once(this.socket, 'drain').catch(() => undefined), this.over]);
  }

  /** Waits for the end of the connection and returns the response. */
  async end(): Promise<string> {
    await this.over;
    const [answer] = this.answer.split('\0');
    if (answer === undefined || answer === '')
      throw new ScannerAway(this.failure?.message ?? 'connection closed without a response');
    return answer.trim();
  }
}

const lengthOf = (count: number): Buffer => {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(count);
  return length;
};

const framed = (bytes: Uint8Array): Uint8Array => Buffer.concat([lengthOf(bytes.length), bytes]);

/** Scanner that uses the INSTREAM command of ClamAV's daemon, with one connection per file. */
export class ClamdScanner extends VirusScanner {
  readonly isThere = true;
  private readonly log = new Logger('documents');
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly address: ClamdAddress,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    super();
  }

  async scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanVerdict> {
    let sent = 0;
    try {
      return await this.talk(this.patienceMs, async (conversation) => {
        for await (const chunk of bytes) {
          for (let at = 0; at < chunk.length && !conversation.isOver; at += CHUNK_BYTES) {
            const part = chunk.subarray(at, at + CHUNK_BYTES);
            sent += part.length;
            await conversation.send(framed(part));
          }
          if (conversation.isOver) break;
        }
        if (!conversation.isOver) await conversation.send(END);
      });
    } catch (error) {
      if (!(error instanceof ScannerAway)) throw error;
      if (await this.isTooLong(sent)) return { state: 'too_large' };
      this.log.warn(`clamd is unavailable: ${error.message}`);
      return { state: 'scanner_away' };
    }
  }

  /**
   * True if clamd refuses a stream of this length. clamd refuses by disconnecting during the upload, and its response
   * can be lost with the connection. If only the length is announced, the response always arrives.
   */
  private async isTooLong(sent: number): Promise<boolean> {
    try {
      const { state } = await this.talk(Math.min(this.patienceMs, PROBE_MS), (probe) => probe.send(lengthOf(sent)));
      return state === 'too_large';
    } catch (error) {
      if (error instanceof ScannerAway) return false;
      throw error;
    }
  }

  private async talk(patienceMs: number, say: (conversation: Conversation) => Promise<void>): Promise<ScanVerdict> {
    const socket = connect(this.address);
    this.sockets.add(socket);
    const conversation = new Conversation(socket, patienceMs);
    try {
      await conversation.send(Buffer.from(COMMAND));
      await say(conversation);
      return this.verdictOrAway(await conversation.end());
    } finally {
      this.sockets.delete(socket);
      socket.destroy();
    }
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy(new Error('the server is shutting down'));
  }

  private verdictOrAway(answer: string): ScanVerdict {
    try {
      return verdictOf(answer);
    } catch (error) {
      throw new ScannerAway((error as Error).message);
    }
  }
}

/** Used when CLAMAV_URL is not set. */
class NoScanner extends VirusScanner {
  readonly isThere = false;

  scan(): Promise<ScanVerdict> {
    return Promise.resolve({ state: 'scanner_away' });
  }

  stop(): void {
    // No scans run.
  }
}

export const scannerOf = (url: string | undefined): VirusScanner => {
  const address = url === undefined ? undefined : clamdAddress(url);
  return address ? new ClamdScanner(address) : new NoScanner();
};
