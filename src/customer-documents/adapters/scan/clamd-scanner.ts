import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { ScanVerdict } from '../../domain/scan.js';
import { VirusScanner } from '../../ports/virus-scanner.js';
import { type ClamdAddress, clamdAddress } from '../../settings.js';

/** So long clamd may let us wait for anything: to be reached, to take bytes, to answer. */
const PATIENCE_MS = 60_000;
const PROBE_MS = 2_000;
const CHUNK_BYTES = 64 * 1024;
/** No answer is longer; what is isn't read. */
const ANSWER_MAX = 4096;

const COMMAND = 'zINSTREAM\0';
const LENGTH_BYTES = 4;
const END = Buffer.alloc(LENGTH_BYTES);

const INFECTED = /^stream: (.+) FOUND$/;
/** With `AlertExceedsMax yes` clamd tells of what it didn't look into. */
const BEYOND_LIMITS = /^Heuristics\.Limits\.Exceeded/;
const FOUND_MAX = 255;

/** What an answer of clamd means. */
export const verdictOf = (answer: string): ScanVerdict => {
  if (answer === 'stream: OK') return { state: 'clean' };
  if (answer === 'INSTREAM size limit exceeded. ERROR') return { state: 'too_large' };
  const found = INFECTED.exec(answer)?.[1];
  if (found === undefined) throw new Error(`unexpected response: ${answer}`);
  return BEYOND_LIMITS.test(found) ? { state: 'too_large' } : { state: 'infected', found: found.slice(0, FOUND_MAX) };
};

/** An error of clamd's side; of the bytes' side it is thrown as it is. */
class ScannerAway extends Error {}

/** A conversation with clamd about one stream of bytes. */
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

  /** Whether it makes no sense to go on sending: it has answered already, or is gone. */
  get isOver(): boolean {
    return this.ended || this.answer !== '';
  }

  /** Sends, and then looks whether an answer has come. */
  async send(bytes: Uint8Array): Promise<void> {
    if (this.socket.write(bytes)) await turn();
    else await Promise.race([once(this.socket, 'drain').catch(() => undefined), this.over]);
  }

  /** All that it has answered by its end. */
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

/** ClamAV's daemon, by INSTREAM over its socket: each file on a connection of its own. */
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
   * Whether clamd takes no stream of so many bytes. It says so and hangs up amid what is sent, and then its answer may be
   * lost with the connection; announced alone, the same length is answered in any case.
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
      return this.told(await conversation.end());
    } finally {
      this.sockets.delete(socket);
      socket.destroy();
    }
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy(new Error('the server is shutting down'));
  }

  private told(answer: string): ScanVerdict {
    try {
      return verdictOf(answer);
    } catch (error) {
      throw new ScannerAway((error as Error).message);
    }
  }
}

/** Where CLAMAV_URL isn't set. */
export class NoScanner extends VirusScanner {
  readonly isThere = false;

  scan(): Promise<ScanVerdict> {
    return Promise.resolve({ state: 'scanner_away' });
  }

  stop(): void {
    // Nothing is under way.
  }
}

export const scannerOf = (url: string | undefined): VirusScanner => {
  const address = url === undefined ? undefined : clamdAddress(url);
  return address ? new ClamdScanner(address) : new NoScanner();
};
