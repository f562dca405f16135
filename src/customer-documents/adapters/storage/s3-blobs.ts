import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { inSpan, onDisk, traceHeaders, Unavailable } from '../../../../libs/kernel/index.js';
import {
  BlobMissing,
  BlobStore,
  type BlobRange,
  type Draft,
  type ListedBlob,
  type StoredBlob,
} from '../../ports/blob-store.js';
import { receive } from './receive.js';

const RETRY_SECONDS = 5;

const nothing = (): void => undefined;
/** Errors are thrown, and the handler logs them once. */
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A temporary file that is unlinked at once, so that it disappears even if the process is killed. */
const temporaryFile = async (folder: string): Promise<FileHandle> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
};

/** Turns storage errors into 503. The log contains the cause. */
const reached = async <T>(sending: Promise<T>): Promise<T> => {
  try {
    return await sending;
  } catch (error) {
    const status = (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;
    throw status === undefined || status >= 500 ? new Unavailable(RETRY_SECONDS, { cause: error }) : error;
  }
};

/** Adds the trace headers to a request. */
const traced = <A extends { readonly request: unknown }>(args: A): A => {
  const { headers } = args.request as { readonly headers: Record<string, string> };
  Object.assign(headers, traceHeaders());
  return args;
};

/**
 * Cuts the response to the requested range, because some servers return more (s3rver for `bytes=0-0`) or everything.
 */
async function* within(
  bytes: AsyncIterable<Uint8Array>,
  { first, last }: BlobRange,
  answered: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  let position = Number(/^bytes (\d+)-/.exec(answered ?? '')?.[1] ?? 0);
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, first - position), Math.max(0, last + 1 - position));
    position += chunk.length;
    if (part.length > 0) yield part;
    if (position > last) return;
  }
}

/**
 * S3-compatible object storage. An upload is first received in a local folder. Only accepted files are then sent, with
 * a known length and in one request, so an object is complete or does not exist. URLs contain the bucket in their path,
 * which servers other than Amazon's require. Region, credentials and endpoint come from the usual AWS settings.
 */
export class S3Blobs extends BlobStore {
  private readonly client: S3Client;

  constructor(
    private readonly bucket: string,
    private readonly prefix: string,
    private readonly incoming: string,
    config: S3ClientConfig = {},
  ) {
    super();
    this.client = new S3Client({
      forcePathStyle: true,
      // Other values add checksum trailers to streamed bodies, which some servers store as content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: SILENT,
      ...config,
    });
    // Runs after signing, because a proxy that rewrites these headers would break the signature.
    this.client.middlewareStack.add(
      (next, { commandName = 'request' }) =>
        (args) =>
          inSpan(`s3 ${commandName}`, () => next(traced(args)), { kind: 'client' }),
      { step: 'deserialize', name: 'traceparent', priority: 'low' },
    );
  }

  put(bytes: AsyncIterable<Uint8Array>, check: (draft: Draft) => Promise<void>): Promise<StoredBlob> {
    return onDisk('documents', () => this.send(bytes, check));
  }

  private async send(bytes: AsyncIterable<Uint8Array>, check: (draft: Draft) => Promise<void>): Promise<StoredBlob> {
    const file = await temporaryFile(this.incoming);
    try {
      const draft = await receive(bytes, file);
      await check(draft);
      const { size, sha256 } = draft;
      const key = randomBytes(16).toString('hex');
      await reached(
        this.client.send(
          new PutObjectCommand({
            ...this.object(key),
            Body: createReadStream('', { fd: file, start: 0, autoClose: false }),
            ContentLength: size,
            ContentType: 'application/octet-stream',
          }),
        ),
      );
      return { key, size, sha256 };
    } finally {
      await file.close();
    }
  }

  async open(key: string, range?: BlobRange): Promise<AsyncIterable<Uint8Array>> {
    try {
      const { Body, ContentRange } = await reached(
        this.client.send(
          new GetObjectCommand({
            ...this.object(key),
            ...(range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }),
          }),
        ),
      );
      const bytes = Body as AsyncIterable<Uint8Array>;
      return range === undefined ? bytes : within(bytes, range, ContentRange);
    } catch (error) {
      if (error instanceof NoSuchKey || (error as Error).name === 'NoSuchKey') throw new BlobMissing(key);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await reached(this.client.send(new DeleteObjectCommand(this.object(key))));
  }

  async *list(): AsyncGenerator<ListedBlob, void> {
    let token: string | undefined;
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({
          Bucket: this.bucket,
          Prefix: this.prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        const key = Key?.slice(this.prefix.length) ?? '';
        // Other objects under this prefix are ignored.
        if (/^[0-9a-f]{32}$/.test(key) && LastModified) yield { key, storedAt: LastModified };
      }
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  /** Closes idle connections, which would keep the process running. */
  close(): void {
    this.client.destroy();
  }

  private object(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + key };
  }
}
